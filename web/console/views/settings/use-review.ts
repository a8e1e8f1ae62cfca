import { useState } from 'preact/hooks';
import type { Review } from './review-dialog.tsx';

/** A way to ask in a dialog whether a change is meant, and why. */
export function useReview() {
  const [review, show] = useState<Review | null>(null);
  const ask = (question: Omit<Review, 'reply'>): Promise<string | null> => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const reply = (reason: string | null) => {
      show(null);
      resolve(reason);
    };
    show({ ...question, reply });
    return promise;
  };
  return { review, ask };
}
