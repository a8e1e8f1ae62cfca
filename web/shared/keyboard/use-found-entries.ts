import { useEffect, useState } from 'preact/hooks';
import { explainError } from '#web/shared/feedback/explain-error.ts';
import type { Finder, Group } from './entries.ts';

const typingMs = 200;
const lettersMin = 2;

interface Found {
  /** In the order of the finders, as far as they have answered. */
  groups: Group[];
  isSearching: boolean;
  /** Why something could not be searched. */
  faults: string[];
}

const nothing: Found = { groups: [], isSearching: false, faults: [] };

/** The results of the finders for a text, a moment after the last key. Earlier results stay until then. */
export function useFoundEntries(finders: readonly Finder[], text: string): Found {
  const [found, hold] = useState(nothing);
  const sought = text.trim();
  useEffect(() => {
    if (sought.length < lettersMin) return hold(nothing);
    const stop = new AbortController();
    hold((before) => ({ ...before, isSearching: true }));
    const typing = setTimeout(async () => {
      const answers = await Promise.all(finders.map((finder) => answerOf(finder, sought, stop.signal)));
      if (stop.signal.aborted) return;
      hold({
        groups: answers,
        faults: answers.flatMap(({ fault }) => fault ?? []),
        isSearching: false,
      });
    }, typingMs);
    return () => {
      clearTimeout(typing);
      stop.abort();
    };
  }, [finders, sought]);
  return found;
}

async function answerOf(
  { name, find }: Finder,
  text: string,
  signal: AbortSignal,
): Promise<Group & { fault?: string }> {
  try {
    return { name, entries: await find(text, signal) };
  } catch (error) {
    return {
      name,
      entries: [],
      ...(signal.aborted ? {} : { fault: `${name}: ${explainError(error).text}` }),
    };
  }
}
