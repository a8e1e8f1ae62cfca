import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';

/** After a payment: create a key, or start looking people up. */
export function NextAct() {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  return (
    <Show of={keys}>
      {({ items }) => (
        <div class="actions">
          {items.length === 0 ? (
            <Lead href="/app/key">Create your API key</Lead>
          ) : (
            <Lead href="/app">Look someone up</Lead>
          )}
          <a class="button" href="/app">
            Overview
          </a>
        </div>
      )}
    </Show>
  );
}

const Lead = ({ href, children }: { href: string; children: string }) => (
  <a class="button primary" href={href}>
    {children}
  </a>
);
