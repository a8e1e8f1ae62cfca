import type { Validated, Validators } from './validators.ts';

/** Validators in this process's memory. The oldest are dropped first. Use a table for those that must survive a restart. */
export function openMemoryValidators(answersMax = 2000): Validators {
  const answers = new Map<string, Validated>();
  const keyOf = (url: string, credentialId: string) => `${credentialId} ${url}`;

  return {
    get: async (url, credentialId) => answers.get(keyOf(url, credentialId)) ?? null,
    async put(url, credentialId, validated) {
      const key = keyOf(url, credentialId);
      answers.delete(key);
      answers.set(key, validated);
      const [oldest] = answers.keys();
      if (answers.size > answersMax && oldest !== undefined) answers.delete(oldest);
    },
  };
}
