import { useEffect } from 'preact/hooks';
import { AskedNote } from '#web/app/parts/buying/asked-note.tsx';
import { JobNote } from '#web/app/parts/buying/job-note.tsx';
import { endedPurchases } from '#web/app/parts/buying/purchases.ts';
import { wantedJob } from '#web/app/parts/buying/wanted-job.ts';
import { Note } from '#web/app/parts/note.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Comparison } from './comparison.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { PlanOffer } from './plan-offer.tsx';
import { Questions } from './questions.tsx';
import type { Entry, PriceList, Standing } from './types.ts';
import './plans.css';

/** The price list for this account: what it has, what it can buy, and why not the rest. */
export default function Plans() {
  const prices = useAnswer('GET /api/pricing');
  const standing = useAnswer('GET /internal/billing/plan/{account_id}', { path: { account_id: me } });
  useEffect(() => {
    if (endedPurchases.value > 0) void standing.reload();
  }, [endedPurchases.value]);
  return (
    <Page
      title="Plans"
      intro="One credit pays for one lookup that finds an email address or a phone number. Lookups that find neither are free."
    >
      <AskedNote />
      <JobNote />
      <Show of={standing}>
        {(mine) => (
          <Show of={prices}>{(list) => <Shop list={list} mine={mine} onChanged={standing.reload} />}</Show>
        )}
      </Show>
    </Page>
  );
}

interface ShopProps {
  list: PriceList;
  mine: Standing;
  onChanged: () => Promise<void>;
}

function Shop({ list, mine, onChanged }: ShopProps) {
  const { chosen, isLeft } = useChosenPlan(mine);
  const packRate = Math.max(0, ...list.topup_packs.map((pack) => pack.rate_limit_per_min));
  const wanted = mine.plan && wantedJob();
  const fitting =
    wanted && (list.topup_packs.find(({ credits }) => credits >= wanted.credits) ?? list.topup_packs.at(-1));
  const offerOf = (plan: Entry) => {
    const refusal = mine.offers.find(({ plan_id }) => plan_id === plan.id)?.refusal ?? null;
    return (
      <PlanOffer
        key={plan.id}
        of={chosen ? { ...plan, highlighted: plan.id === chosen } : plan}
        isChosen={plan.id === chosen}
        mine={mine.plan}
        refusal={refusal}
        contact={list.contact}
        packRate={packRate}
        fitting={fitting?.id}
      />
    );
  };
  const monthly = (
    <section class="stack" aria-labelledby="monthly">
      <h2 id="monthly">Monthly plans</h2>
      <ul class="offers">{list.monthly_plans.map(offerOf)}</ul>
      <p class="small faint">Prices include GST. {list.copy.inr_feature}.</p>
    </section>
  );
  const packs = (
    <section class="stack" aria-labelledby="packs">
      <h2 id="packs">Top-up packs</h2>
      <p>{list.copy.billing_shop_blurb}</p>
      {mine.plan === null && (
        <Note tone="warn">
          <p>{list.notes.topup_requires_plan}</p>
        </Note>
      )}
      <ul class="offers packs">{list.topup_packs.map(offerOf)}</ul>
    </section>
  );
  if (isLeft) return null;
  return (
    <>
      <CurrentPlan of={mine} notes={list.notes} onChanged={onChanged} />
      {fitting && packs}
      {monthly}
      {!fitting && packs}
      <Comparison of={list} />
      <Questions of={list} />
    </>
  );
}

/** The plan that the reader chose on the website. If the account isn't set up yet, that comes first, and then the payment. */
function useChosenPlan({ offers }: Standing): { chosen: string | undefined; isLeft: boolean } {
  const [{ plan }] = useQuery();
  const go = useGo();
  const offer = offers.find(({ plan_id }) => plan_id === plan);
  const isLeft = offer?.refusal === 'onboarding_required';
  useEffect(() => {
    if (isLeft) go(`/app/onboarding?plan=${offer.plan_id}`, true);
  }, [offer]);
  return { chosen: offer?.plan_id, isLeft };
}
