import { ConnectionError, ContactryError } from '#client';

export interface Explanation {
  text: string;
  requestId: string | null;
}

/** Describes an error in a sentence for people. */
export function explainError(error: unknown): Explanation {
  if (error instanceof ContactryError) return { text: error.message, requestId: error.requestId };
  if (error instanceof ConnectionError) {
    const text = 'Contactry can’t be reached. Check your connection and try again.';
    return { text, requestId: null };
  }
  console.error(error);
  return { text: 'Something went wrong on this page. Reload it and try again.', requestId: null };
}
