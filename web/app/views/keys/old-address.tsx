import { useEffect } from 'preact/hooks';
import { useGo } from '#web/shared/shell/use-go.ts';

/** `/app/key`, from when an account had one key. */
export default function OldAddress() {
  const go = useGo();
  useEffect(() => go('/app/keys', true), []);
  return null;
}
