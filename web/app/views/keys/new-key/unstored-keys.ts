import { effect, signal } from '@preact/signals';
import type { Made } from './made-key.tsx';

/** Keys made on these pages, until the reader has stored them. They outlive a change of views, and leaving the pages asks first. */
export const unstoredKeys = signal<readonly Made[]>([]);

export const addUnstored = (made: Made): void => {
  unstoredKeys.value = [made, ...unstoredKeys.peek()];
};

export const forgetStored = (made: Made): void => {
  unstoredKeys.value = unstoredKeys.peek().filter((one) => one !== made);
};

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

effect(() => {
  if (unstoredKeys.value.length > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});
