import { useEffect, useMemo, useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { listLookups } from '#web/shared/forms/fields.generated.ts';
import { Ago } from '#web/shared/values/ago.tsx';

interface PaidBeforeProps {
  link: string;
  /** The lookup whose answer is on the page. */
  shown: string | undefined;
  /** Whether a new lookup is free too. */
  isFree: boolean;
}

/** Answers are kept this long. */
const keptMs = 24 * 60 * 60_000;
/** Typing has ended. */
const restMs = 300;

/** Says that a person was paid for before, while that answer is kept. The lookup doesn't wait for it. */
export default function PaidBefore({ link, shown, isFree }: PaidBeforeProps) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setTyped(link), restMs);
    return () => clearTimeout(rest);
  }, [link]);
  const start = useMemo(() => new Date(Date.now() - keptMs).toISOString(), [typed, shown]);
  const { value, error, isLoading } = useAnswer(
    'GET /internal/lookups/{account_id}',
    {
      path: { account_id: me },
      query: { profile_url: typed, charged: 'yes', mode: 'live', start, limit: 1 },
    },
    { when: typed.includes('/') && typed.length <= listLookups.profile_url.maxLength },
  );
  const past = isLoading || error !== undefined ? undefined : value?.items[0];
  if (!past || past.id === shown) return null;
  return (
    <p class="small" role="status">
      You paid for this person <Ago at={past.at} />. <a href={`/app?lookup=${past.id}`}>Open that answer</a>{' '}
      for free{isFree ? ', or look it up again' : ': a new lookup may cost another credit'}.
    </p>
  );
}
