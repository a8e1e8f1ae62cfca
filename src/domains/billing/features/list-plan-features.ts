import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { agentAccessTexts } from '../agent-access.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { readCatalogue } from '../catalogue/versions.ts';
import { planFrom } from '../plans.ts';
import { FeatureCopy, PlanFeature, planFeatureOnWire } from './shapes.ts';
import { planFeatures } from './sql.ts';

export const listPlanFeatures = operation({
  id: 'billing.list-plan-features',
  summary: 'List which plans let agents in',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/plan-features')],
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(PlanFeature), copy: FeatureCopy }),
  errors: [],

  async run(ctx) {
    const set = await planFeatures(ctx.db);
    const { entries } = await readCatalogue(ctx.db, ctx.now());
    return {
      items: entries.map((entry) => planFeatureOnWire(planFrom(entry), set.get(entry.id))),
      copy: agentAccessTexts(ctx.ports.use(PlansInForce).current()),
    };
  },
});
