import { CodeBlock } from '#web/app/parts/code/code-block.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { hosts } from './hosts.ts';

/** The configuration to paste, for the host in the address. */
export function HostSetup({ url }: { url: string }) {
  const [{ host }, change] = useQuery();
  const chosen = hosts.find(({ id }) => id === host) ?? hosts[0]!;
  const setup = chosen.setup(url);
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
      </div>
      <p>{chosen.where}</p>
      <CodeBlock text={setup} />
      <p class="small">
        {setup.includes('cty_live_…') && (
          <>
            Replace <code>cty_live_…</code> with <a href="/app/keys">your key</a>.{' '}
          </>
        )}
        There is no sign-in: every host sends the key in a header.
      </p>
    </>
  );
}
