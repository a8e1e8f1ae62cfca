import type { Context } from '#core/context.ts';
import { Verifier, visibleCarriersOf } from '#domains/verification/index.ts';
import { normaliseEmail } from '#values/contacts/index.ts';
import type { Reported } from './shapes.ts';
import { insertReports, type NewReport, paidLookups, reportedToday } from './sql.ts';

/**
 * Takes reports of dead emails: each that a paid lookup of the account returned, once. Someone who was suppressed since reads like someone
 * whom the account never looked up.
 */
export async function takeReports(
  ctx: Pick<Context, 'db' | 'ports' | 'account'>,
  emails: readonly string[],
  toldBy: string,
): Promise<Reported[]> {
  const { db, ports, account } = ctx;
  const { keyOf } = ports.use(Verifier);
  const asked = emails.map((email) => {
    const read = normaliseEmail(email);
    return { address: read.ok ? read.value : null, key: read.ok ? keyOf(read.value) : '' };
  });
  const keys = [...new Set(asked.flatMap(({ address, key }) => (address === null ? [] : [key])))];
  const carriers = await visibleCarriersOf(ports, db, keys);
  const paid = await paidLookups(
    db,
    account.id,
    carriers.map(({ hash }) => hash),
  );
  const left = ports.settings.current().bounce_reports_per_day - (await reportedToday(db, account.id));
  const reports = new Map<string, NewReport>();
  for (const { address, key } of asked) {
    const carrier = carriers.find((one) => one.keys.includes(key) && paid.has(one.hash));
    if (address !== null && carrier)
      reports.set(key, { key, address, opKey: paid.get(carrier.hash)!, profileHash: carrier.hash });
  }
  const within = [...reports.values()].slice(0, Math.max(left, 0));
  const taken = await insertReports(db, account.id, toldBy, within);
  const isWithin = new Set(within.map(({ key }) => key));
  return asked.map(({ key }): Reported => {
    if (!reports.has(key)) return { result: 'not_found' };
    if (!isWithin.has(key)) return { result: 'limit_reached' };
    return { result: taken.has(key) ? 'accepted' : 'reported_before' };
  });
}
