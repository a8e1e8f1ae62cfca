import { useEffect, useMemo, useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { isSameLink } from './links-in.ts';

interface PaidBeforeProps {
  link: string;
  /** The lookup whose answer is on the page. */
  shown: string | undefined;
}

/** Answers are kept this long. */
const keptMs = 24 * 60 * 60_000;
/** Typing has ended. */
const restMs = 300;

/** Says that a person was paid for before, while that answer is kept. The lookup doesn't wait for it. */
export default function PaidBefore({ link, shown }: PaidBeforeProps) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const rest = setTimeout(() => setTyped(link.split(/[?#]/)[0]!), restMs);
    return () => clearTimeout(rest);
  }, [link]);
  const handle = typed.match(/\/([^/]+)\/*$/)?.[1]?.slice(0, 200) ?? '';
  const start = useMemo(() => new Date(Date.now() - keptMs).toISOString(), [typed, shown]);
  const { value } = useAnswer(
    'GET /internal/lookups/{account_id}',
    { path: { account_id: me }, query: { search: handle, charged: 'yes', mode: 'live', start, limit: 20 } },
    { when: handle !== '' },
  );
  const past = value?.items.find(({ profile }) => isSameLink(typed, profile?.url));
  if (!past || past.id === shown) return null;
  return (
    <p class="small" role="status">
      You paid for this person <Ago at={past.at} />. <a href={`/app?lookup=${past.id}`}>Open that answer</a>{' '}
      for free: a new lookup may cost another credit.
    </p>
  );
}
