import { counted } from '#core/amounts.ts';
import { type Finding, fault, ok, warning } from '#core/parts/health.ts';
import type { Confirmations, Replicated } from './sql.ts';

const check = 'replication';
const silentSecondsMax = 120;

/** The servers that `synchronous_standby_names` lists, and how many of them must confirm. */
export function wantedStandbys(setting: string): { names: string[]; needed: number } {
  const [, number, list] = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\((.*)\)\s*$/i.exec(setting) ?? [];
  const names = (list ?? setting)
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean);
  return { names, needed: names.length === 0 ? 0 : Number(number ?? 1) };
}

const standbyRemedy =
  'Start it, and see its log. If it will be away for long, empty synchronous_standby_names and reload (docs/guide/failover.md); for a cell, stop its Contactry first (docs/guide/scaling.md).';

/** Whether the servers that must confirm a commit are there. */
export function confirmationFindings(found: Confirmations): Finding[] {
  const { wanted, waits, stuck, stuck_seconds, connected, following } = found;
  const seconds = Math.floor(stuck_seconds);
  if (stuck > 0) {
    const says = `${counted(stuck, 'commit')} ${stuck === 1 ? 'waits' : 'wait'} for a server of synchronous_standby_names (${wanted}), the oldest for ${seconds} s.`;
    return [fault(check, says, standbyRemedy)];
  }
  const { names, needed } = wantedStandbys(wanted);
  if (needed === 0) return [ok(check, 'Commits wait for no other server.')];
  const here = new Set(following?.map((name) => name.toLowerCase()));
  const away = following ? names.filter((name) => name !== '*' && !here.has(name.toLowerCase())) : [];
  const listed = names.includes('*') ? here.size : names.length - away.length;
  const present = following ? listed : connected;
  if (present < needed) {
    const who = away.length > 0 ? away.join(', ') : `a server of synchronous_standby_names (${wanted})`;
    const what = waits ? 'every commit waits' : 'opt-outs and suppressions wait';
    return [fault(check, `The database gets no confirmation of ${who}, so ${what}.`, standbyRemedy)];
  }
  return away.length > 0
    ? [warning(check, `The database gets no confirmation of ${away.join(', ')}.`, standbyRemedy)]
    : [ok(check, `The servers that confirm commits are connected: ${wanted}.`)];
}

/** Why a cell may still show people who opted out. Null while everything arrives. */
export function cellReason(tables: readonly Replicated[]): string | null {
  const missing = tables.find(({ subscription }) => subscription === null);
  if (missing) return `no subscription has the table ${missing.table_name}`;
  for (const { table_name, subscription, ...one } of tables) {
    const silent = Math.floor(one.silent_seconds ?? 0);
    if (!one.is_enabled) return `the subscription ${subscription} is disabled`;
    if (!one.is_running) return `the subscription ${subscription} doesn't run`;
    if (!one.is_copied) return `the table ${table_name} is not copied yet`;
    if (one.silent_seconds === null || silent > silentSecondsMax)
      return `the directory has sent nothing to the subscription ${subscription} for ${silent} s`;
  }
  return null;
}

export function cellFinding(tables: readonly Replicated[]): Finding {
  const reason = cellReason(tables);
  if (reason === null) return ok(check, 'This cell gets the changes of the directory.');
  return fault(
    check,
    `This cell doesn't follow the directory, so it may show people who opted out: ${reason}.`,
    "Read the log of this cell's PostgreSQL, and repair the subscription (docs/guide/scaling.md). Stop Contactry here until then.",
  );
}
