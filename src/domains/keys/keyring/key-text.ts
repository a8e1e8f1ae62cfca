import { newSecretText, secretHashOf } from '#values/secret-text.ts';

export type KeyMode = 'live' | 'test';

/** A new key: its text, which is shown once and never stored, its hash, and the prefix that identifies it after that. */
export function newKey(mode: KeyMode) {
  const { text, hash } = newSecretText(`cty_${mode}_`);
  // Eight characters after `cty_live_` tell a person's keys apart and leave more than 140 bits secret.
  return { text, hash, prefix: text.slice(0, 17) };
}

/** The key's mode and stored hash. Null when the text can't be a key, so that junk costs no query. */
export function readKey(text: string): { mode: KeyMode; hash: string } | null {
  const mode = text.startsWith('cty_test_') ? 'test' : 'live';
  const hash = secretHashOf(`cty_${mode}_`, text);
  return hash === null ? null : { mode, hash };
}
