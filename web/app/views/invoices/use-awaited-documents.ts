import { useEffect, useRef } from 'preact/hooks';
import type { Movement } from './movement.ts';

const triesMax = 4;
const pauseMs = 1500;

/** Reloads a few times while a document is missing: it is issued a moment after its payment. */
export function useAwaitedDocuments(movements: readonly Movement[], reload: () => Promise<void>): void {
  const tries = useRef(0);
  useEffect(() => {
    if (tries.current === triesMax || !movements.some(isAwaited)) return;
    const timer = setTimeout(() => {
      tries.current += 1;
      void reload();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [movements]);
}

/** Duplicates get no document. */
const isAwaited = ({ kind, status, document_number }: Movement) =>
  document_number === null && kind !== 'payment_correction' && status !== 'duplicate';
