import { sql } from 'kysely';
import { batch } from '#core/batch.ts';
import type { Db } from '#core/context.ts';
import type { HotPool } from '#domains/credits/index.ts';
import { agentAccessCopy } from './agent-access-copy.ts';
import { type Plan, planById } from './plans.ts';

export const agentAccessCodes = ['mcp_gate', 'mcp_unavailable', 'mcp_revoked', 'mcp_account_off'] as const;
export type AgentAccessCode = (typeof agentAccessCodes)[number];

export interface AgentAccess {
  allowed: boolean;
  code: AgentAccessCode | null;
  /** For people. Null if agents are let in. */
  message: string | null;
  /** The plan that decided, or the dearest. Null without one. */
  plan: string | null;
}

/** Whether agents may act for an account: the only place that decides it. Reads what is in force now, with one statement. */
export const agentAccessOf = async (db: Db, account: number): Promise<AgentAccess> =>
  (await agentAccessOfAll(db, [account]))[0]!;

/** The same for several accounts, in order. */
export async function agentAccessOfAll(db: Db, accounts: readonly number[]): Promise<AgentAccess[]> {
  return judgeEach(accounts, (await statementFor(accounts).execute(db)).rows);
}

export type AskAgentAccess = (account: number) => Promise<AgentAccess>;

/** The same for the calls of agents: those that come at once share a statement, which the server prepares once. */
export function openAgentAccess(
  db: Db,
  pool: HotPool,
  onBatch: (name: string, items: number) => void,
): AskAgentAccess {
  return batch({
    async run(accounts: number[]) {
      const { sql: text, parameters } = statementFor([...new Set(accounts)]).compile(db);
      const { rows } = await pool.query({
        name: 'agent_access',
        text,
        values: [...parameters],
      });
      return judgeEach(accounts, rows as Row[]);
    },
    onBatch: (items) => onBatch('agent_access', items),
  });
}

/** One for each plan that an account has, and one for an account without any. */
interface Row {
  account: number;
  /** As operators switched it for the account. */
  own: boolean | null;
  plan: string | null;
  /** As operators switched it for the plan. */
  of_plan: boolean | null;
}

const statementFor = (accounts: readonly number[]) => sql<Row>`
  select asked.account, own.mcp as own, held.plan, feature.mcp as of_plan
  from unnest(${accounts}::bigint[]) as asked (account)
  left join account_feature as own on own.account = asked.account
  left join lateral billing_plans_of(asked.account) as held on true
  left join plan_feature as feature on feature.plan = held.plan`;

function judgeEach(accounts: readonly number[], rows: readonly Row[]): AgentAccess[] {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return accounts.map((account) => {
    const own = byAccount.get(account)!;
    const held = own.flatMap(({ plan: id, of_plan }) => {
      const plan = id === null ? undefined : planById(id);
      return plan ? [{ plan, mcp: of_plan ?? plan.mcp }] : [];
    });
    return judgeAgentAccess(own[0]!.own, held);
  });
}

interface Held {
  plan: Plan;
  /** As operators switched it, else as the price list says. */
  mcp: boolean;
}

/** @param own what operators set for the account; null leaves it to its plans */
function judgeAgentAccess(own: boolean | null, held: readonly Held[]): AgentAccess {
  const dearestFirst = held.toSorted((one, other) => other.plan.amount - one.plan.amount);
  const dearest = dearestFirst[0]?.plan.id ?? null;
  const letsIn = dearestFirst.find(({ mcp }) => mcp);
  if (own ?? letsIn) return { allowed: true, code: null, message: null, plan: letsIn?.plan.id ?? dearest };
  const code = refusalOf(own, dearestFirst);
  return { allowed: false, code, message: agentAccessCopy[code], plan: dearest };
}

function refusalOf(own: boolean | null, held: readonly Held[]): AgentAccessCode {
  if (own === false) return 'mcp_account_off';
  if (held.length === 0) return 'mcp_gate';
  return held.some(({ plan }) => plan.mcp) ? 'mcp_revoked' : 'mcp_unavailable';
}
