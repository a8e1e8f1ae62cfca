import { Note } from '#web/app/parts/note.tsx';
import { Support } from '#web/shared/session/support.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { type Key, works } from './key.ts';

/** Why requests with the key are refused, or will be. */
export function KeyTrouble({ of: key }: { of: Key }) {
  const { status, replaced_by, expires_at } = key;
  if (replaced_by !== null && status !== 'revoked')
    return (
      <Note tone={works(key) ? 'warn' : undefined}>
        <p>
          {works(key) ? (
            <>
              It works until <Time at={expires_at} />.{' '}
            </>
          ) : (
            'Requests with it are refused. '
          )}
          <a href={`/app/keys/${replaced_by}`}>A new key</a> replaces it.
        </p>
      </Note>
    );
  if (status === 'banned')
    return (
      <Note tone="warn">
        It exceeded its rate limit again and again. Requests with it are refused.{' '}
        <Support>Contact support</Support> to lift the ban: a new key would be banned, too.
      </Note>
    );
  if (status === 'expired') return <Note>Requests with it are refused, because it expired.</Note>;
  return null;
}
