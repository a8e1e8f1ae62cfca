import { useState } from 'preact/hooks';
import type { Answer, PriceList } from '#client';
import { AskedNote } from '#web/app/parts/buying/asked-note.tsx';
import { startCheckout } from '#web/app/views/payment/start-checkout.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { BusinessProfile, isUnsaved } from './business-profile.tsx';
import type { SentCode } from './number.ts';
import { WhatsApp } from './whatsapp.tsx';

type Onboarding = Answer<'GET /internal/identity/onboarding/status'>;
const status = { query: { account_id: me } };

function introOf(state: Onboarding, purchase: string | null): string {
  const then = purchase ? ` Then you pay ${purchase}.` : '';
  if (isUnsaved(state)) return `Your invoice details and your mobile number.${then}`;
  return state.missing.includes('whatsapp')
    ? `One more step.${then}`
    : 'Your invoice details and your mobile number.';
}

/** The steps before the first purchase, and later the business profile. With a plan in the address they lead to its payment. */
export default function OnboardingView() {
  const [{ plan }] = useQuery();
  const [sent, setSent] = useState<SentCode | null>(null);
  const go = useGo();
  const onboarding = useAnswer('GET /internal/identity/onboarding/status', status);
  const number = useAnswer('POST /internal/identity/whatsapp/status', { body: { account_id: me } });
  const prices = useAnswer('GET /api/pricing', { when: plan !== undefined });
  const { value } = onboarding;
  const wanted = plansIn(prices.value).find(({ id }) => id === plan);

  const pay = plan === undefined ? undefined : () => startCheckout(plan, go, { replace: true });
  const stepDone = async () => {
    if (pay && (await isComplete())) return pay();
    await Promise.all([onboarding.reload(), number.reload()]);
  };
  const saved = async (code: SentCode | null) => {
    setSent(code);
    await stepDone();
  };
  return (
    <Page
      title={value && value.state !== 'complete' ? 'Set up your account' : 'Business profile'}
      intro={value && introOf(value, wanted ? priceOf(wanted) : null)}
    >
      <AskedNote />
      <Show of={onboarding}>
        {(state) => (
          <Show of={number}>
            {(its) => (
              <>
                <BusinessProfile
                  of={state}
                  asksNumber={its.required && isUnsent(its.state)}
                  onSaved={saved}
                />
                {!(isUnsaved(state) && isUnsent(its.state)) && (
                  <WhatsApp of={its} sent={sent} onSent={setSent} onChanged={stepDone} />
                )}
              </>
            )}
          </Show>
        )}
      </Show>
      {value?.state === 'complete' && <Complete onPay={pay} />}
    </Page>
  );
}

const priceOf = ({ amount_display, kind, name }: PriceList['monthly_plans'][number]) =>
  `${amount_display}${kind === 'monthly' ? ' a month' : ''} for ${name}`;

const plansIn = (list: PriceList | undefined) => (list ? [...list.monthly_plans, ...list.topup_packs] : []);

const isUnsent = (state: Answer<'POST /internal/identity/whatsapp/status'>['state']): boolean =>
  state !== 'verified' && state !== 'code_sent';

const isComplete = async (): Promise<boolean> =>
  (await api.call('GET /internal/identity/onboarding/status', status)).state === 'complete';

const Complete = ({ onPay }: { onPay: (() => Promise<void>) | undefined }) => (
  <p>
    Everything is in place to buy.{' '}
    {onPay ? (
      <Action label="Continue to the payment" isPrimary run={onPay} />
    ) : (
      <a href="/app/plans">See plans and packs</a>
    )}
  </p>
);
