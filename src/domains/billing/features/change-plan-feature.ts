import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { notInCatalogue } from '../plans.ts';
import { faultsOfChange, featureChange, featureSetBy, PlanFeature, planFeatureOnWire } from './shapes.ts';
import { lockFeatures, planFeatures, setPlanFeature } from './sql.ts';

export const changePlanFeature = operation({
  id: 'billing.change-plan-feature',
  summary: 'Switch agent access of a plan',
  description:
    'Applies to every account with the plan that has no setting of its own, on every process with the next call. REST lookups ' +
    'work either way. The price list shows it.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/plan-features')],
  roles: [],
  input: Type.Object({
    plan_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A plan or pack.',
      examples: ['growth'],
    }),
    ...featureChange('Returns the plan to what the price list says.'),
  }),
  example: { plan_id: 'scale', mcp: true, reason: 'Agents are back' },
  check: faultsOfChange,
  output: PlanFeature,
  errors: ['unknown_plan'],

  async run(ctx, { plan_id, mcp, reason }) {
    const catalogue = ctx.ports.use(PlansInForce);
    const plan = catalogue.planById(plan_id);
    if (!plan) return ctx.fail('unknown_plan', notInCatalogue(plan_id, catalogue.current()));
    await lockFeatures(ctx.db);
    const features = await planFeatures(ctx.db);
    const before = features.get(plan.id);
    const wanted = featureSetBy({ mcp }, reason, ctx);
    const isSame = before?.mcp === wanted?.mcp;
    const after = isSame ? (before ?? null) : wanted;

    if (!isSame) await setPlanFeature(ctx.db, plan.id, after);
    const others = [...features].filter(([id]) => id !== plan.id);
    const inForce = new Map(after ? [...others, [plan.id, after]] : others);
    ctx.afterCommit(() => catalogue.apply({ features: inForce }));
    ctx.audit('plan.feature_changed', {
      plan_id: plan.id,
      before: { mcp: before?.mcp ?? null },
      after: { mcp: after?.mcp ?? null },
      reason,
    });
    return planFeatureOnWire(plan, after);
  },
});
