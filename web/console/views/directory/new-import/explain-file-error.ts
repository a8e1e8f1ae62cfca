import { type Explanation, explainError } from '#web/shared/feedback/explain-error.ts';

/** A browser doesn't read a file that was changed or moved after it was chosen. */
export function explainFileError(error: unknown): Explanation {
  const isGone = error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name);
  return isGone
    ? { text: 'The file was changed or moved after you chose it. Choose it again.', requestId: null }
    : explainError(error);
}
