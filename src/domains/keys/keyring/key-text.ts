import { newSecretText, secretHashOf } from '#values/secret-text.ts';

export type KeyMode = 'live' | 'test';

/** A new key. Its text is shown once and never stored. */
export interface NewKey {
  text: string;
  hash: string;
  /** The part that identifies the key after that. */
  prefix: string;
}

export function newKey(mode: KeyMode): NewKey {
  const { text, hash } = newSecretText(`cty_${mode}_`);
  return { text, hash, prefix: prefixOf(text) };
}

/** The key's mode and stored hash. Null when the text can't be a key, so that junk costs no query. */
export function readKey(text: string): { mode: KeyMode; hash: string } | null {
  const mode = text.startsWith('cty_test_') ? 'test' : 'live';
  const hash = secretHashOf(`cty_${mode}_`, text);
  return hash === null ? null : { mode, hash };
}

/** Eight characters after `cty_live_` tell a person's keys apart and leave more than 140 bits secret. */
const prefixOf = (text: string): string => text.slice(0, 17);
