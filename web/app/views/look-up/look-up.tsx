import { useEffect, useState } from 'preact/hooks';
import { type Asked, askedBefore } from '#web/app/parts/buying/asked.ts';
import { endedPurchases } from '#web/app/parts/buying/purchases.ts';
import { handedOver } from '#web/app/views/jobs/new-job/handed-over.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { later } from '#web/shared/shell/later.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { countOf } from '#web/shared/values/count.tsx';
import { SearchBar } from './bar/search-bar.tsx';
import './look-up.css';

const StoredAnswer = later(() => import('./stored-answer.tsx'));
const Examples = later(() => import('./no-credits/examples.tsx'));
const Recent = later(() => import('./recent/recent.tsx'));

/** The home of customers. The address has the lookup's id, never the link or a name. */
export default function LookUp() {
  const [{ lookup }, change] = useQuery();
  const [given, give] = useState<{ asked: Partial<Asked>; times: number }>({
    asked: askedBefore() ?? { profile_url: handedOver.pasted },
    times: 0,
  });
  const [answers, setAnswers] = useState(0);
  const path = { account_id: me };
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path });
  const left = balance.value?.balance;
  // An account with credits needs no examples.
  const examples = useAnswer('GET /internal/examples/{account_id}', { path }, { when: left === 0 });
  const isNew = examples.value?.had_credits === false && left === 0;
  const people = isNew ? examples.value?.items : undefined;

  const answered = () => {
    setAnswers((before) => before + 1);
    void balance.reload();
  };
  useEffect(() => {
    if (endedPurchases.value > 0) void balance.reload();
  }, [endedPurchases.value]);
  return (
    <Page title="Look up" actions={balance.value && <Balance of={balance.value.balance} />}>
      <SearchBar
        key={given.times}
        given={given.asked}
        isFocused={given.times > 0}
        balance={left}
        examples={people?.map(({ profile_url }) => profile_url)}
        shown={lookup}
        onAnswer={(id) => change({ lookup: id, job: null })}
        onExample={(at) => change({ example: String(at) })}
      />
      {lookup && <StoredAnswer key={lookup} id={lookup} onAnswer={answered} />}
      {people && <Examples of={people} />}
      {left !== undefined && !isNew && (left > 0 || examples.value) && (
        <Recent
          answers={answers}
          onAgain={(link) => give(({ times }) => ({ asked: { profile_url: link }, times: times + 1 }))}
        />
      )}
    </Page>
  );
}

const Balance = ({ of }: { of: number }) => (
  <a class="button" href="/app/credits">
    {of === 1 ? '1 credit' : `${countOf(of)} credits`}
  </a>
);
