import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { later } from '#web/shared/shell/later.tsx';
import { CreditsCard } from './credits-card.tsx';
import { KeyCard } from './key-card.tsx';
import { PlanCard } from './plan-card.tsx';
import './overview.css';

const NextSteps = later(() => import('./next-steps.tsx'));
const RecentUse = later(() => import('./recent-use.tsx'));
const mine = { path: { account_id: me } };

/** The first view after signing in: next steps, balance, plan and recent use. */
export default function Overview() {
  const onboarding = useAnswer('GET /internal/identity/onboarding/status', { query: { account_id: me } });
  const plan = useAnswer('GET /internal/billing/plan/{account_id}', mine);
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', mine);
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', mine);
  const usage = useAnswer('GET /internal/usage/by-account/{account_id}', { ...mine, query: { limit: 5 } });
  return (
    <Page title="Overview">
      <NextSteps onboarding={onboarding.value} plan={plan.value} keys={keys.value} usage={usage.value} />
      <div class="overview-cards">
        <CreditsCard of={balance} />
        <PlanCard of={plan} />
        <KeyCard of={keys} />
      </div>
      <RecentUse of={usage} />
    </Page>
  );
}
