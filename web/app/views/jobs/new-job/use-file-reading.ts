import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Answer } from '#client';
import { me, uploads } from '#web/shared/answers/api.ts';
import { anyFile } from '#web/shared/forms/encodings.ts';
import { handedOver, takeHandedOver } from './handed-over.ts';
import { type KeptFile, keptFile } from './kept-file.ts';

export type ReadJob = Answer<'POST /internal/jobs/{account_id}'>;

/** Keeps the content read at first: that is what is sent, even if the file changes on disk. */
export interface ChosenFile {
  name: string;
  content: Blob;
  /** Links that were pasted, in place of a file. They can be changed. */
  pasted?: string;
}

interface Reading {
  read?: ReadJob;
  error?: unknown;
  isLoading: boolean;
}

/** The chosen file, and what the service would make of it. Nothing is created. */
export function useFileReading() {
  const [before] = useState(openedWith);
  const [file, setFile] = useState(before?.file ?? null);
  const [pasted, setPasted] = useState(file?.pasted ?? handedOver.pasted ?? '');
  const [how, setHow] = useState<HowToRead>(before?.how ?? {});
  const [attempt, setAttempt] = useState(0);
  const [reading, setReading] = useState<Reading>({ isLoading: false });

  useEffect(() => {
    if (!file) return;
    const stop = new AbortController();
    setReading(({ read }) => ({ read, isLoading: true }));
    sendFile(file, { dry_run: true, ...how }, { signal: stop.signal })
      .then((read) => ({ read }))
      .catch((error: unknown) => ({ error }))
      .then((result) => stop.signal.aborted || setReading({ ...result, isLoading: false }));
    return () => stop.abort();
  }, [file, how, attempt]);

  const choose = useCallback((chosen: ChosenFile | null) => {
    setHow({});
    setReading({ isLoading: false });
    setFile(chosen);
    if (chosen) setPasted(chosen.pasted ?? '');
  }, []);
  const again = useCallback(async () => setAttempt((before) => before + 1), []);
  const readAs = useCallback((change: HowToRead) => setHow((before) => ({ ...before, ...change })), []);
  return { file, pasted, how, ...reading, choose, readAs, again };
}

/** A file from the view before, or the one that was kept while its credits were bought. */
function openedWith(): Partial<KeptFile> | null {
  const file = takeHandedOver();
  return file ? { file } : keptFile();
}

/** How the reader wants a file to be read. The service finds out the rest. */
export type HowToRead = Pick<
  NonNullable<Options>,
  'column' | 'name_column' | 'reference_column' | 'encoding'
>;
type Options = NonNullable<Parameters<typeof uploads.call<'POST /internal/jobs/{account_id}'>>[1]>['query'];

export const sendFile = (
  { content }: ChosenFile,
  query: Options,
  options: { signal?: AbortSignal; idempotencyKey?: string },
): Promise<ReadJob> =>
  uploads.call(
    'POST /internal/jobs/{account_id}',
    { path: { account_id: me }, query, file: { type: anyFile, content } },
    options,
  );
