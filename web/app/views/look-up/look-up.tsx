import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { later } from '#web/shared/shell/later.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { countOf } from '#web/shared/values/count.tsx';
import { SearchBar } from './search-bar.tsx';
import './look-up.css';

const StoredAnswer = later(() => import('./stored-answer.tsx'));
const NextSteps = later(() => import('./next-steps.tsx'));

/** The home of customers. The address has the lookup's id, never the link or a name. */
export default function LookUp() {
  const [{ lookup }, change] = useQuery();
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path: { account_id: me } });
  return (
    <Page title="Look up" actions={balance.value && <Balance of={balance.value.balance} />}>
      <SearchBar
        balance={balance.value?.balance}
        onAnswer={(id) => {
          change({ lookup: id });
          void balance.reload();
        }}
      />
      {lookup && <StoredAnswer key={lookup} id={lookup} />}
      <NextSteps />
    </Page>
  );
}

const Balance = ({ of }: { of: number }) => (
  <a class="button" href="/app/credits">
    {of === 1 ? '1 credit' : `${countOf(of)} credits`}
  </a>
);
