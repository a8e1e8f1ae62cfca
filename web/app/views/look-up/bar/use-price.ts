import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '#client';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';

export type Price = Answer<'POST /internal/find/price'>['credits'];

/** Typing has ended. */
const restMs = 300;

/**
 * The most that looking up this link can cost, asked once it rests in the bar. Undefined while that isn't known, and for what is no
 * link. `shown`: a lookup that may have paid for it.
 */
export function usePrice(link: string | undefined, shown: string | undefined): Price | undefined {
  const [asked, ask] = useState<string>();
  useEffect(() => {
    const rest = setTimeout(() => ask(link), restMs);
    return () => clearTimeout(rest);
  }, [link]);
  const isLink = asked?.includes('/') ?? false;
  const body = { account_id: me, profile_url: asked ?? '' };
  const price = useAnswer('POST /internal/find/price', { body }, { when: isLink });
  useEffect(() => {
    if (isLink) void price.reload();
  }, [shown]);
  const isKnown = isLink && asked === link && !price.isLoading && price.error === undefined;
  return isKnown ? price.value?.credits : undefined;
}
