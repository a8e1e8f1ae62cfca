import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { later } from '../../shared/later.tsx';
import { Page } from '../../shared/page.tsx';
import { CreditsCard } from './overview/credits-card.tsx';
import { KeyCard } from './overview/key-card.tsx';
import { PlanCard } from './overview/plan-card.tsx';
import './overview/overview.css';

const NextSteps = later(() => import('./overview/next-steps.tsx'));
const RecentUse = later(() => import('./overview/recent-use.tsx'));
const mine = { path: { account_id: me } };

/** Where somebody comes after signing in: what to do next, and how things stand. */
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
