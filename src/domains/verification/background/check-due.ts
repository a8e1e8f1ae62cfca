import { dayMs, minuteMs } from '#core/clock.ts';
import type { Job, JobContext } from '#core/job.ts';
import { Verifier } from '../checking/check-people.ts';
import type { Checked, EmailOf } from '../checking/verifier.ts';
import { renderSold, visibleCarriersOf } from '../verdicts/store-findings.ts';
import { countSales, type NextCheck, setDue, sweepDirectory, takeDue } from './due.ts';

const peopleAtOnce = 25;
const sweptAtOnce = 500;
/** The next run begins after a minute. */
const runMs = 50_000;

/**
 * Checks the emails that are due: first those of people who are sold most. Runs never overlap, so no server gets two connections from here at
 * once, and a person is taken by one.
 */
export const checkDue: Job = {
  id: 'verification.check-due',
  schedule: '* * * * *',
  sends: true,
  retries: { limit: 0 },
  async run(ctx) {
    const { ports, signal } = ctx;
    if (!ports.settings.current().verification_on || ports.isCell) return;
    const until = ctx.now().getTime() + runMs;
    const isOver = () => signal.aborted || ctx.now().getTime() >= until;
    while (!isOver() && (await countSales(ports.db)));
    for (let isSwept = false; !isOver(); ) {
      const due = await takeDue(ports.db, peopleAtOnce);
      if (due.length > 0) await checkSome(ctx, due);
      else if (isSwept) return;
      else await sweepDirectory(ports.db, sweptAtOnce);
      isSwept ||= due.length === 0;
    }
  },
};

async function checkSome({ ports, now, signal }: JobContext, due: { hash: string; tries: number }[]) {
  const { verification_days: days } = ports.settings.current();
  const hashes = due.map(({ hash }) => hash);
  const people = await emailsToCheck(ports, hashes);
  const checked = await ports.use(Verifier).checkPeople(people, days * 0.7 * dayMs, signal);
  await ports.db.transaction().execute((db) => renderSold(ports, db, hashes));
  const ofEach = Map.groupBy(checked, ({ hash }) => hash);
  await setDue(
    ports.db,
    due.map((one) => nextCheck(one, ofEach.get(one.hash) ?? [], days, now())),
  );
}

/** Emails of people who aren't suppressed: a mail server must not hear of the others. */
async function emailsToCheck(ports: JobContext['ports'], hashes: readonly string[]): Promise<EmailOf[]> {
  const people: EmailOf[] = [];
  for (const store of ports.personalData) people.push(...((await store.emailsOf?.(ports.db, hashes)) ?? []));
  const { keyOf } = ports.use(Verifier);
  const keyed = people.map((one) => ({ ...one, key: keyOf(one.address) }));
  const visible = new Set(
    (
      await visibleCarriersOf(
        ports,
        ports.db,
        keyed.map(({ key }) => key),
      )
    ).map(({ hash }) => hash),
  );
  return keyed.filter(({ hash }) => visible.has(hash));
}

const triesMax = 2;

/** A second try as the server asks, another in three days where nothing is known, else before the verdict expires. */
export function nextCheck(
  { hash, tries }: { hash: string; tries: number },
  checked: readonly Checked[],
  days: number,
  now: Date,
): NextCheck {
  const waitsMs = checked.flatMap(({ finding }) => finding.retryAfterMs ?? []);
  if (waitsMs.length > 0 && tries + 1 < triesMax)
    return { hash, tries: tries + 1, dueAt: new Date(now.getTime() + Math.max(...waitsMs, minuteMs)) };
  const isOpen = checked.some(({ finding }) => finding.verdict === 'unknown');
  const waitDays = isOpen ? Math.min(3, days * 0.8) : days * 0.8;
  return { hash, tries: 0, dueAt: new Date(now.getTime() + waitDays * dayMs) };
}
