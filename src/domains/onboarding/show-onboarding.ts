import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { onboardingOf } from './onboarding-of.ts';
import { Onboarding } from './shapes.ts';

export const showOnboarding = operation({
  id: 'onboarding.show-onboarding',
  summary: 'Show how far an account has come',
  description: 'The steps that are done and missing, and the stored profile. A checkout needs `complete`.',
  kind: 'query',
  doors: [dashboard('GET', '/internal/identity/onboarding/status')],
  account: 'required',
  example: { account_id: 'acme-42' },
  output: Onboarding,

  async run(ctx) {
    return { account_id: ctx.account.account_id, ...(await onboardingOf(ctx, ctx.account.id)) };
  },
});
