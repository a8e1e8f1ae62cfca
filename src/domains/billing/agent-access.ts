import { sql } from 'kysely';
import type { AccountRef, KeyCredential } from '#core/access.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { Context } from '#core/context.ts';
import type { HotPool } from '#core/database/parameters.ts';
import { port } from '#core/ports.ts';
import { isLocked } from '#domains/identity/index.ts';
import { agentAccessCopy } from './agent-access-copy.ts';
import { PlansInForce } from './catalogue/plans-in-force.ts';
import { defaultPlans, type Plan, type PlanTerms } from './plans.ts';

/** Texts for refused agents, by code. The price list has none about locks. */
export const agentAccessTexts = (plansInForce: readonly Plan[]) => ({
  ...agentAccessCopy(plansInForce),
  account_locked: 'An operator has locked this account.',
});
export type AgentAccessCode = keyof ReturnType<typeof agentAccessTexts>;
export const agentAccessCodes = Object.keys(agentAccessTexts(defaultPlans)) as AgentAccessCode[];

export interface AgentAccess {
  allowed: boolean;
  code: AgentAccessCode | null;
  /** For people. Null if agents are let in. */
  message: string | null;
  /** The plan that decided, or the most expensive one. Null without a plan. */
  plan: string | null;
}

type Deciding = Pick<Context, 'db' | 'now' | 'ports'>;

/** Whether agents may act for an account: the only place that decides it. Reads what is in force now, with one statement. */
export const agentAccessOf = async (ctx: Deciding, account: AccountRef): Promise<AgentAccess> =>
  (await agentAccessOfAll(ctx, [account]))[0]!;

/** The same for several accounts, in order. */
export async function agentAccessOfAll(
  ctx: Deciding,
  accounts: readonly AccountRef[],
): Promise<AgentAccess[]> {
  const ids = accounts.map(({ id }) => id);
  const byPlans = judgeEach(ids, (await statementFor(ids).execute(ctx.db)).rows);
  return Promise.all(accounts.map((account, at) => decided(ctx, account, byPlans[at]!)));
}

interface ByPlans {
  code: AgentAccessCode | null;
  plan: string | null;
}

/** A lock on the account, its email or a handle refuses agents regardless of its plans. */
async function decided(
  { ports, now }: Omit<Deciding, 'db'>,
  { account_id }: AccountRef,
  { code: byPlans, plan }: ByPlans,
): Promise<AgentAccess> {
  const locked = await isLocked(ports, now, { account_id, ip: '' });
  const code = locked ? 'account_locked' : byPlans;
  const message = code && agentAccessTexts(ports.use(PlansInForce).current())[code];
  return { allowed: code === null, code, message, plan };
}

type Asked = Pick<KeyCredential, 'account' | 'hasPriority'>;
export type AskAgentAccess = (asked: Asked) => Promise<AgentAccess>;

export const AskAgentAccess = port<AskAgentAccess>('ask-agent-access');

/** The same for the calls of agents: those that come at once share a statement, which the server prepares once. */
export function openAgentAccess(
  ctx: Deciding,
  pool: HotPool,
  onBatch: (name: string, items: number) => void,
): AskAgentAccess {
  const ask = batch({
    async run(asked: Asked[]) {
      const accounts = asked.map(({ account }) => account.id);
      const { sql: text, parameters } = statementFor([...new Set(accounts)]).compile(ctx.db);
      const { rows } = await pool.query({
        name: 'agent_access',
        text,
        values: [...parameters],
      });
      return judgeEach(accounts, rows as Row[]);
    },
    hasPriority: (asked) => asked.hasPriority,
    name: 'agent_access',
    onBatch,
  });
  return async (asked) => decided(ctx, asked.account, await ask(asked));
}

/** One for each plan that an account has, and one for an account without any. */
interface Row {
  account: number;
  /** As operators switched it for the account. */
  own: boolean | null;
  /** As it was bought or assigned. */
  terms: PlanTerms | null;
  /** As operators switched it for the plan. */
  of_plan: boolean | null;
}

const statementFor = (accounts: readonly number[]) => sql<Row>`
  select asked.account, own.mcp as own, held.terms, feature.mcp as of_plan
  from unnest(${accounts}::bigint[]) as asked (account)
  left join account_feature as own on own.account = asked.account
  left join lateral billing_plans_of(asked.account) as held on true
  left join plan_feature as feature on feature.plan = held.plan`;

function judgeEach(accounts: readonly number[], rows: readonly Row[]): ByPlans[] {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return accounts.map((account) => {
    const own = byAccount.get(account)!;
    const held = own.flatMap(({ terms, of_plan }) =>
      terms ? [{ plan: terms, mcp: of_plan ?? terms.mcp }] : [],
    );
    return judgeAgentAccess(own[0]!.own, held);
  });
}

interface Held {
  plan: PlanTerms;
  /** As operators switched it, else as the plan has it. */
  mcp: boolean;
}

/** @param own what operators set for the account; null leaves it to its plans */
function judgeAgentAccess(own: boolean | null, held: readonly Held[]): ByPlans {
  const dearestFirst = held.toSorted((one, other) => other.plan.amount - one.plan.amount);
  const dearest = dearestFirst[0]?.plan.id ?? null;
  const letsIn = dearestFirst.find(({ mcp }) => mcp);
  if (own ?? letsIn) return { code: null, plan: letsIn?.plan.id ?? dearest };
  return { code: refusalOf(own, dearestFirst), plan: dearest };
}

function refusalOf(own: boolean | null, held: readonly Held[]): AgentAccessCode {
  if (own === false) return 'mcp_account_off';
  if (held.length === 0) return 'mcp_gate';
  return held.some(({ plan }) => plan.mcp) ? 'mcp_revoked' : 'mcp_unavailable';
}
