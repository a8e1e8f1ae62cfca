import { CodeBlock } from '#web/app/parts/code/code-block.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { hosts } from './hosts.ts';

/** The configuration to paste, for the host in the address. */
export function HostSetup({ url }: { url: string }) {
  const [{ host, by }, change] = useQuery();
  const chosen = hosts.find(({ id }) => id === host) ?? hosts[0]!;
  const { signIn, withKey } = chosen;
  const isByKey = withKey !== null && (by === 'key' || signIn === null);
  const { where, text } = (isByKey ? withKey : signIn)!;
  return (
    <>
      <div class="filters">
        <Choice
          name="host"
          label="Host"
          options={hosts.map(({ id, name }) => [id, name])}
          value={chosen.id}
          onChange={(id) => change({ host: id })}
        />
        {signIn && withKey && (
          <Choice
            name="by"
            label="With"
            options={[
              ['', 'A sign-in'],
              ['key', 'An API key'],
            ]}
            value={isByKey ? 'key' : ''}
            onChange={(way) => change({ by: way })}
          />
        )}
      </div>
      <p>{where}</p>
      <CodeBlock text={text(url)} />
      <p class="small">
        {isByKey ? (
          <>
            Replace <code>cty_live_…</code> with <a href="/app/keys">your key</a>, where it is shown. A key
            can do everything.
          </>
        ) : (
          <>Your browser asks what the agent may do and spend. Nothing has to be copied.</>
        )}
      </p>
    </>
  );
}
