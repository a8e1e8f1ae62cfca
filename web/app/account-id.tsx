import { session } from '#web/shared/session/session.ts';
import { Copy } from '#web/shared/values/copy.tsx';

/** Support asks for it. */
export default function AccountId() {
  const id = session.value?.account_id;
  return id ? <Copy text={id} label="Copy account ID" /> : null;
}
