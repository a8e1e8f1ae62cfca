import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Route } from '../../clients/typescript/src/client.ts';
import { api } from './api.ts';
import type { Given } from './given.ts';
import { pauseWhileVisible } from './pause-while-visible.ts';

export interface AnswerState<T> {
  value?: T;
  /** Of the latest attempt. The value, if there is one, is from an earlier attempt. */
  error?: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
}

export interface AnswerOptions<T> {
  /** Asks again after this many milliseconds, while the page is visible. A function may end it by undefined. */
  everyMs?: number | ((value: T | undefined) => number | undefined);
  /** Does not ask while this is false. */
  when?: boolean;
}

type Held<T> = Omit<AnswerState<T>, 'reload'> & { subject: string };

/** One answer of the API. A change of the path forgets the value; other changes keep it until the next answer. */
export function useAnswer<R extends Route>(
  route: R,
  ...[request, options = {}]: Given<R, AnswerOptions<Answer<R>>>
): AnswerState<Answer<R>> {
  type T = Answer<R>;
  const { when = true } = options;
  const subject = JSON.stringify([route, request && 'path' in request ? request.path : null]);
  const key = JSON.stringify([route, request]);
  const [held, hold] = useState<Held<T>>({ subject, isLoading: when });
  const everyMs = useRef(options.everyMs);
  everyMs.current = options.everyMs;
  const ask = useRef<() => Promise<void>>(async () => {});

  useEffect(() => {
    if (!when) return;
    const stop = new AbortController();
    let value: T | undefined;
    ask.current = async () => {
      const answer = await answerOf<R>(route, request, stop.signal);
      if (stop.signal.aborted) return;
      if ('value' in answer) value = answer.value;
      hold((before) => ({
        ...(before.subject === subject ? before : {}),
        error: undefined,
        ...answer,
        subject,
        isLoading: false,
      }));
    };
    hold((before) => ({ ...(before.subject === subject ? before : { subject }), isLoading: true }));
    void repeat(ask.current, () => intervalOf(everyMs.current, value), stop.signal);
    return () => stop.abort();
  }, [key, when]);

  const reload = useCallback(() => ask.current(), []);
  return held.subject === subject ? { ...held, reload } : { isLoading: when, reload };
}

async function answerOf<R extends Route>(
  route: R,
  request: unknown,
  signal: AbortSignal,
): Promise<{ value: Answer<R> } | { error: unknown }> {
  try {
    const call = api.call as (route: R, request: unknown, options: object) => Promise<Answer<R>>;
    return { value: await call.call(api, route, request, { signal }) };
  } catch (error) {
    return { error };
  }
}

const intervalOf = <T>(everyMs: AnswerOptions<T>['everyMs'], value: T | undefined) =>
  typeof everyMs === 'function' ? everyMs(value) : everyMs;

async function repeat(ask: () => Promise<void>, interval: () => number | undefined, signal: AbortSignal) {
  await ask();
  for (let every = interval(); every && !signal.aborted; every = interval()) {
    await pauseWhileVisible(every, signal);
    if (!signal.aborted) await ask();
  }
}
