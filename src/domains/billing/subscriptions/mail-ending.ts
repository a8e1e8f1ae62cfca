import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { inBatches } from '#core/database/in-batches.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { MailSender, mailAccount } from '#domains/mails/index.ts';
import { rateLimitDefaultPerMin } from '../plans.ts';
import { type HeldPlan, plansOf } from '../plans-of.ts';
import { endingMail } from './ending-mail.ts';
import { endingPlans } from './ending-plans.ts';
import { chargedSubscriptionsOf, undoableUntil } from './subscriptions.ts';

interface Ending {
  account: number;
  id: string;
  kind: 'subscription' | 'contract';
  reference: string;
  name: string;
  ends_at: Date;
  credits: number;
  account_rate: number | null;
  /** As operators switched agents for the account. */
  own_mcp: boolean | null;
}

const plansPerBatch = 200;

/** Mails customers whose plan ends within a week, when `plan.ending` is written for those with an endpoint: once for each end. */
export const mailEnding: Job = {
  id: 'billing.mail-ending',
  sends: true,
  schedule: '*/10 * * * *',
  async run({ phase, ports, now }) {
    if (ports.use(MailSender) === null) return;
    let after: Pick<Ending, 'account' | 'id'> = { account: 0, id: '' };
    await inBatches(plansPerBatch, (limit) =>
      phase(async (inPhase) => {
        const endings = await endingToMail(inPhase.db, after, limit);
        for (const ending of endings) {
          const { account } = ending;
          const facts = {
            ...ending,
            ...lossesOf(ending, await plansOf(inPhase.db, account)),
            undo_until: await undoOf(inPhase.db, ending, now()),
          };
          const draft = endingMail(facts, ports.publicUrl());
          const mail = { account, type: 'plans', about: aboutOf(ending), draft } as const;
          await mailAccount({ ...inPhase, ports, now }, mail);
        }
        after = endings.at(-1) ?? after;
        return endings.length;
      }),
    );
  },
};

const aboutOf = ({ id, ends_at }: Ending): string => `${id} ${ends_at.toISOString()}`;

const endsAt = sql`to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const withEnd = sql`(
  select account from subscription where account is not null and paid_until between ledger_now() and ledger_now() + interval '7 days'
  union select account from contract where ends_at between ledger_now() and ledger_now() + interval '7 days'
)`;

const endingToMail = (
  db: Db,
  { account, id }: Pick<Ending, 'account' | 'id'>,
  limit: number,
): Promise<Ending[]> =>
  rowsOf<Ending>(db)`
    select ending.account, ending.id, kind, reference, name, ends_at, credits, account.rate_limit_per_min as account_rate, own.mcp as own_mcp
    from (${endingPlans(withEnd)}) ending
    join account on account.id = ending.account
    left join account_feature own on own.account = ending.account
    where (ending.account, ending.id) > (${account}, ${id}) and account.email is not null
      and not exists (
        select from account_mail mail
        where mail.account = ending.account and type = 'plans' and about = ending.id || ' ' || ${endsAt}
      )
    order by ending.account, ending.id limit ${limit}`;

/** Requests per minute now and after the end, where fewer are left, and whether agents can connect no longer. */
function lossesOf({ ends_at, account_rate, own_mcp }: Ending, held: readonly HeldPlan[]) {
  const later = held.filter((plan) => plan.ends_at > ends_at);
  const [rate, rate_later] = [held, later].map(rateOf) as [number, number];
  return {
    rates: account_rate === null && rate > rate_later ? { now: rate, later: rate_later } : null,
    losesAgents: own_mcp === null && held.some(letsAgentsIn) && !later.some(letsAgentsIn),
  };
}

const rateOf = (plans: readonly HeldPlan[]): number =>
  Math.max(0, ...plans.map(({ plan }) => plan.rate_limit_per_min)) || rateLimitDefaultPerMin;
const letsAgentsIn = ({ plan }: HeldPlan): boolean => plan.mcp;

async function undoOf(db: Db, { account, kind, reference }: Ending, now: Date): Promise<Date | null> {
  if (kind === 'contract') return null;
  const own = await chargedSubscriptionsOf(db, account);
  const cancelled = own.find((subscription) => subscription.reference === reference);
  return cancelled ? undoableUntil(cancelled, now) : null;
}
