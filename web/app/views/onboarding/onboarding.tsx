import type { Answer } from '#client';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { BusinessProfile } from './business-profile.tsx';
import { WhatsApp } from './whatsapp.tsx';

type Onboarding = Answer<'GET /internal/identity/onboarding/status'>;

const introOf = ({ missing }: Onboarding): string => {
  if (missing.includes('business_profile') || missing.includes('email'))
    return 'Two steps, then you can buy a plan.';
  if (missing.includes('whatsapp')) return 'One more step, then you can buy a plan.';
  return 'The details on your invoices, and the number that confirms your account.';
};

/** The steps before the first purchase, and later the business profile. */
export default function OnboardingView() {
  const onboarding = useAnswer('GET /internal/identity/onboarding/status', { query: { account_id: me } });
  const number = useAnswer('POST /internal/identity/whatsapp/status', { body: { account_id: me } });
  const { value } = onboarding;
  const reload = async () => {
    await Promise.all([onboarding.reload(), number.reload()]);
  };
  return (
    <Page
      title={value && value.state !== 'complete' ? 'Set up your account' : 'Business profile'}
      intro={value && introOf(value)}
    >
      <Show of={onboarding}>{(state) => <BusinessProfile of={state} onSaved={reload} />}</Show>
      <Show of={number}>{(state) => <WhatsApp of={state} onChanged={reload} />}</Show>
      {value?.state === 'complete' && <Complete />}
    </Page>
  );
}

const Complete = () => (
  <p>
    Everything is in place to buy. <a href="/app/plans">See plans and packs</a>
  </p>
);
