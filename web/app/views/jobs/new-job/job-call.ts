import type { Call } from '#web/app/parts/code/code-of.ts';
import { anyFile } from '#web/shared/forms/encodings.ts';
import type { ChosenFile } from './use-file-reading.ts';

/** The call that starts this job. Pasted links are a file for it, too. */
export const jobCall =
  ({ name, pasted }: ChosenFile) =>
  ({ include, ...options }: Readonly<Record<string, string>>): Call => ({
    route: 'POST /api/v1/jobs',
    query: { ...options, ...(include ? { include: include.split(' ') } : {}) },
    file: { name: pasted === undefined ? name : 'links.txt', type: anyFile },
  });
