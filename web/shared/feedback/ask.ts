import { signal } from '@preact/signals';

export interface Question {
  title: string;
  text: string;
  /** The button that does it, such as "Revoke the key". */
  act: string;
  /** The button that leaves everything as it is. By default "Cancel". */
  keep?: string;
  isDanger?: boolean;
  /** The answer needs a reason, for the audit log. */
  needsReason?: boolean;
}

export interface Asked extends Question {
  reply: (answer: { reason: string } | null) => void;
}

/** The question on the screen. */
export const asked = signal<Asked | null>(null);

/** Asks in a dialog. Null when the answer is no. */
export function ask(question: Question): Promise<{ reason: string } | null> {
  asked.value?.reply(null);
  const { promise, resolve } = Promise.withResolvers<{ reason: string } | null>();
  const reply = (answer: { reason: string } | null) => {
    asked.value = null;
    resolve(answer);
  };
  asked.value = { ...question, reply };
  return promise;
}
