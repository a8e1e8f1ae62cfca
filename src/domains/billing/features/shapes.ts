import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { instantOrNull, orNull, requiredReason } from '#core/shapes.ts';
import {
  type AgentAccess,
  type AgentAccessCode,
  agentAccessCodes,
  agentAccessTexts,
} from '../agent-access.ts';
import { defaultPlans, type Plan } from '../plans.ts';
import type { SetFeature } from './sql.ts';

/** The members of a change. `mcp` says what to set; null, or `inherit`, sets nothing. */
export const featureChange = (inherits: string) => ({
  mcp: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether agents are let in. Null means the same as `inherit`.',
      examples: [false],
    }),
  ),
  inherit: Type.Boolean({ default: false, description: inherits }),
  reason: requiredReason('The reason, for the other operators and the audit log.'),
});

/** For an operation's `check`. */
export function faultsOfChange({ mcp, inherit }: Readonly<Record<string, unknown>>) {
  const isSet = typeof mcp === 'boolean';
  if (isSet && inherit === true)
    return [{ path: ['mcp'], msg: 'Send either mcp or inherit, not both', type: 'value_error' }];
  if (isSet || mcp === null || inherit === true) return [];
  const msg = 'Send mcp as true, false or null, or inherit as true';
  return [{ path: ['mcp'], msg, type: 'missing' }];
}

/** The new value. Null inherits. */
export const featureSetBy = (
  { mcp }: { mcp?: boolean | null },
  reason: string,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): SetFeature | null =>
  typeof mcp === 'boolean' ? { mcp, reason, changed_by: actor, changed_at: now() } : null;

const setMembers = {
  inherit: Type.Boolean({ description: 'Whether no operator has set it.' }),
  reason: orNull(Type.String(), 'Why an operator set it. Null if none did.'),
  changed_by: orNull(Type.String(), 'The operator.'),
  changed_at: instantOrNull('When an operator set it.'),
};

const setOnWire = (set: SetFeature | null | undefined) => ({
  inherit: !set,
  reason: set?.reason ?? null,
  changed_by: set?.changed_by ?? null,
  changed_at: set?.changed_at ?? null,
});

export const PlanFeature = Type.Object({
  plan_id: Type.String({ examples: ['growth'] }),
  name: Type.String({ description: 'The name of the plan or pack.', examples: ['Growth'] }),
  kind: Type.Enum(['monthly', 'topup'], { description: '`monthly` for a plan, `topup` for a pack.' }),
  mcp: Type.Boolean({ description: 'Whether agents are let in with this plan.' }),
  mcp_by_default: Type.Boolean({ description: 'The plan’s own agent access, to which `inherit` returns.' }),
  ...setMembers,
});

export const planFeatureOnWire = (
  plan: Plan,
  set: SetFeature | null | undefined,
): Static<typeof PlanFeature> => ({
  plan_id: plan.id,
  name: plan.name,
  kind: plan.kind,
  mcp: set?.mcp ?? plan.mcp,
  mcp_by_default: plan.mcp,
  ...setOnWire(set),
});

const Access = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether agents are let in.' }),
    code: orNull(
      Type.Enum([...agentAccessCodes]),
      'The key of the message in `copy`. Null if agents are let in.',
    ),
    message: orNull(Type.String(), 'Text for people.'),
    plan_id: orNull(Type.String(), 'The plan that decided, or the most expensive one.'),
  },
  {
    title: 'AgentAccess',
    description: 'The decision in force, the same as at `POST /mcp`.',
    examples: [{ allowed: true, code: null, message: null, plan_id: 'growth' }],
  },
);

export const AccountFeature = Type.Object({
  account_id: Type.String(),
  email: orNull(Type.String()),
  mcp: orNull(Type.Boolean(), 'The operator’s setting for the account. Null leaves it to its plans.'),
  ...setMembers,
  access: Access,
});

export const accountFeatureOnWire = (
  { account_id, email }: { account_id: string; email: string | null },
  set: SetFeature | null,
  { allowed, code, message, plan }: AgentAccess,
): Static<typeof AccountFeature> => ({
  account_id,
  email,
  mcp: set?.mcp ?? null,
  ...setOnWire(set),
  access: { allowed, code, message, plan_id: plan },
});

/** The texts for people when agents are refused, by code. */
export const FeatureCopy = Type.Object(
  Object.fromEntries(
    agentAccessCodes.map((code) => [
      code,
      Type.String({
        description: 'A sentence for people, in English.',
        examples: [agentAccessTexts(defaultPlans)[code]],
      }),
    ]),
  ) as Record<AgentAccessCode, ReturnType<typeof Type.String>>,
  { title: 'AgentAccessCopy', description: 'Texts shown when agents are refused, by code.' },
);
