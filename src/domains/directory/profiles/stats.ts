import type { DirectoryStats } from '../shapes.ts';
import type { Counted } from './tally.ts';

type Counts = Omit<DirectoryStats, 'suppressions' | 'last_import'>;

/** Converts the tally's totals to the report's form. */
export function statsOf(counted: readonly Counted[]): Counts {
  const sum = (measure: string, network?: string) =>
    counted
      .filter((each) => each.measure === measure && (network === undefined || each.network === network))
      .reduce((total, each) => total + each.amount, 0);
  const counts = (network?: string) => ({
    profiles: sum('profiles', network),
    with_email: sum('with_email', network),
    with_phone: sum('with_phone', network),
  });
  const byKind = (list: string) => {
    const measures = new Set(
      counted.map(({ measure }) => measure).filter((name) => name.startsWith(`${list}.`)),
    );
    return Object.fromEntries([...measures].map((name) => [name.slice(list.length + 1), sum(name)]));
  };
  const networks = [...new Set(counted.map(({ network }) => network))]
    .map((network) => ({ network, ...counts(network) }))
    .sort((one, other) => other.profiles - one.profiles);
  return {
    ...counts(),
    networks,
    emails: byKind('emails'),
    phones: byKind('phones'),
    links: byKind('links'),
  };
}
