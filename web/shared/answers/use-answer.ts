import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Route } from '#client';
import type { Arguments } from '#client/route-client.ts';
import { api } from './api.ts';
import { pauseWhileVisible } from './pause-while-visible.ts';
import { useReload } from './use-reload.ts';

export interface AnswerState<T> {
  value?: T;
  /** The error of the latest attempt. The value, if there is one, is from an earlier attempt. */
  error?: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
}

export interface AnswerOptions<T> {
  /** Asks again after this many milliseconds, while the page is visible. A function may end it with undefined. */
  everyMs?: number | ((value: T | undefined) => number | undefined);
  /** Does not ask while this is false. */
  when?: boolean;
}

type Held<T> = Omit<AnswerState<T>, 'reload'> & { subject: string };

/** One answer of the API. A change of the path forgets the value; other changes keep it until the next answer. */
export function useAnswer<R extends Route>(
  route: R,
  ...[request, options = {}]: Arguments<R, AnswerOptions<Answer<R>>>
): AnswerState<Answer<R>> {
  const { when = true, everyMs } = options;
  const subject = JSON.stringify([route, request && 'path' in request ? request.path : null]);
  const [held, hold] = useState<Held<Answer<R>>>({ subject, isLoading: when });
  const interval = useRef(everyMs);
  interval.current = everyMs;
  const ask = useRef(async () => {});

  useEffect(() => {
    if (!when) return;
    const stop = new AbortController();
    ask.current = asking({
      read: () => answerOf<R>(route, request, stop.signal),
      keep: (answer) =>
        hold((before) => ({
          ...(before.subject === subject ? before : {}),
          error: undefined,
          ...answer,
          subject,
          isLoading: false,
        })),
      intervalAfter: (value) =>
        typeof interval.current === 'function' ? interval.current(value) : interval.current,
      signal: stop.signal,
    });
    hold((before) => ({ ...(before.subject === subject ? before : { subject }), isLoading: true }));
    void ask.current();
    return () => stop.abort();
  }, [JSON.stringify([route, request]), when, typeof everyMs === 'number' ? everyMs : null]);

  const reload = useCallback(() => ask.current(), []);
  useReload(reload);
  return held.subject === subject ? { ...held, reload } : { isLoading: when, reload };
}

interface Read<T> {
  value?: T;
  error?: unknown;
}

async function answerOf<R extends Route>(
  route: R,
  request: unknown,
  signal: AbortSignal,
): Promise<Read<Answer<R>>> {
  try {
    const call = api.call as (route: R, request: unknown, options: object) => Promise<Answer<R>>;
    return { value: await call.call(api, route, request, { signal }) };
  } catch (error) {
    return { error };
  }
}

interface Asking<T> {
  read: () => Promise<Read<T>>;
  keep: (answer: Read<T>) => void;
  intervalAfter: (known: T | undefined) => number | undefined;
  signal: AbortSignal;
}

/** Asks now, and again after each interval. Asking in between restarts the interval; after a failure it is longer. */
function asking<T>({ read, keep, intervalAfter, signal }: Asking<T>): () => Promise<void> {
  let pause = new AbortController();
  let known: T | undefined;
  const ask = async () => {
    pause.abort();
    pause = new AbortController();
    const ended = AbortSignal.any([signal, pause.signal]);
    const answer = await read();
    if (ended.aborted) return;
    if ('value' in answer) known = answer.value;
    keep(answer);
    void askLater('error' in answer ? 4 : 1, ended);
  };
  const askLater = async (times: number, ended: AbortSignal) => {
    const every = intervalAfter(known);
    if (every === undefined) return;
    await pauseWhileVisible(every * times, ended);
    if (!ended.aborted) await ask();
  };
  return ask;
}
