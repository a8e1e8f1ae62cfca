import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Balance } from './balance.tsx';
import { History } from './history.tsx';
import { Promo } from './promo.tsx';

const mine = { path: { account_id: me } };

/** The account's balance, lots and ledger. */
export default function Credits() {
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', mine);
  const history = useListing('GET /internal/billing/history/{account_id}', { ...mine, query: { limit: 25 } });
  const reload = async () => {
    await Promise.all([balance.reload(), history.reload()]);
  };
  return (
    <Page
      title="Credits"
      intro="The credits that expire soonest are spent first."
      actions={
        <a class="button" href="/app/plans">
          Get credits
        </a>
      }
    >
      <Show of={balance}>{(value) => <Balance of={value} />}</Show>
      <Promo onRedeemed={reload} />
      <History of={history} />
    </Page>
  );
}
