import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { useListing } from '../../shared/use-listing.ts';
import { Balance } from './credits/balance.tsx';
import { History } from './credits/history.tsx';
import { Promo } from './credits/promo.tsx';

const mine = { path: { account_id: me } };

/** What the account can spend, until when, and where it went. */
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
