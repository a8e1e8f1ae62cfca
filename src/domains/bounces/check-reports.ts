import { hourMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import type { Job, JobContext } from '#core/job.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { lockCredits, refundSpend } from '#domains/credits/index.ts';
import { storeBounced, Verifier } from '#domains/verification/index.ts';
import type { Finding } from '#values/email-finding.ts';
import { isUnusual, isWithinLimit, judgeReport } from './rules.ts';
import {
  creditedAccounts,
  type DueReport,
  dueReports,
  endReport,
  lockReport,
  retryReport,
  standingOf,
  tallyBounce,
} from './sql.ts';

const atOnce = 50;
const laterMs = 6 * hourMs;
/** Where no check can tell, an email is dead for all accounts once this many got a credit back for it. */
const accountsThatAgree = 2;

/** Checks emails that were reported as dead, and gives credits back. */
export const checkReports: Job = {
  id: 'bounces.check-reports',
  schedule: '* * * * *',
  sends: true,
  async run(ctx) {
    const { ports, signal } = ctx;
    for (let due = await dueReports(ports.db, atOnce); due.length > 0 && !signal.aborted; ) {
      const people = due.map(({ profileHash: hash, address }) => ({ hash, address }));
      const checked = await ports.use(Verifier).checkPeople(people, 0, signal);
      const findings = new Map(checked.map(({ key, finding }) => [key, finding]));
      for (const report of due) await decide(ctx, report, findings.get(report.key));
      due = due.length < atOnce ? [] : await dueReports(ports.db, atOnce);
    }
  },
};

/** Decides one report. Its credit is given back in the transaction that says so. */
async function decide(ctx: JobContext, report: DueReport, finding: Finding | undefined): Promise<void> {
  const judged = judgeReport(finding, report.tries);
  if (judged === 'later') return retryReport(ctx.ports.db, report, finding?.retryAfterMs ?? laterMs);
  const outcome = await ctx.phase(({ db }) =>
    judged === 'credit' ? creditBack(ctx, db, report) : endReport(db, report, judged).then(() => judged),
  );
  if (outcome === 'credited') await lowerStanding(ctx, report, finding);
  await alertIfUnusual(ctx, report);
}

export async function creditBack(
  { ports }: Pick<JobContext, 'ports'>,
  db: Db,
  report: DueReport,
): Promise<string> {
  // The account's lock counts its reports one after the other.
  await lockCredits(db, report.account);
  if (!(await lockReport(db, report))) return 'decided';
  const { credited, paid } = await standingOf(db, report.account);
  if (!isWithinLimit(credited, paid, ports.settings.current().bounce_credit_percent)) {
    await endReport(db, report, 'limit_reached');
    return 'limit_reached';
  }
  const { outcome } = await refundSpend(db, {
    account: report.account,
    spend: report.opKey,
    key: digestId('bounce', String(report.account), report.key),
    reason: 'bounced email',
  });
  const ended = outcome === 'refunded' ? 'credited' : 'already_credited';
  await endReport(db, report, ended);
  return ended;
}

async function lowerStanding(ctx: JobContext, { key, profileHash, address }: DueReport, finding?: Finding) {
  const { ports } = ctx;
  const sources: string[] = [];
  for (const store of ports.personalData)
    for (const known of (await store.emailsOf?.(ports.db, [profileHash])) ?? [])
      if (known.address === address) sources.push(...known.sources);
  await tallyBounce(ports.db, [...new Set(sources)]);
  if (finding?.verdict === 'catch_all' && (await creditedAccounts(ports.db, key)) >= accountsThatAgree)
    await storeBounced(ports, { hash: profileHash, address, key });
}

async function alertIfUnusual({ ports }: JobContext, { account, account_id }: DueReport): Promise<void> {
  const standing = await standingOf(ports.db, account);
  if (!isUnusual(standing, ports.settings.current().bounce_credit_percent)) return;
  const { credited, declined } = standing;
  await raiseAlert(ports.db, {
    kind: 'bounces_unusual',
    subject: account_id,
    details: { credited, declined },
  });
}
