import { useEffect } from 'preact/hooks';
import { interruption, session, signedIn } from '#web/shared/session/session.ts';
import { Copy } from '#web/shared/values/copy.tsx';
import { Help } from './help.tsx';

/** The account's id, which support asks for, and where to find help. */
export default function Account() {
  const id = session.value?.account_id;
  const hasEnded = interruption.value === 'ended';
  useEffect(() => {
    if (hasEnded) localStorage.removeItem(signedIn);
    else localStorage.setItem(signedIn, 'yes');
  }, [hasEnded]);
  return (
    <>
      {id && <Copy text={id} label="Copy account ID" />}
      <Help />
    </>
  );
}
