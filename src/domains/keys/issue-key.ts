import type { Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { readAllowedIps } from './gate/allowed-ips.ts';
import { newKey } from './keyring/key-text.ts';
import type { Key } from './rules.ts';
import { insertKey, type KeyToInsert, keyById } from './sql/keys.ts';

export interface IssuedKey {
  key: Key;
  /** The only copy of the key's text. */
  text: string;
}

export async function issueKey(db: Db, wanted: Omit<KeyToInsert, 'id' | 'made'>): Promise<IssuedKey> {
  const id = newId('key');
  const made = newKey(wanted.mode);
  await insertKey(db, { ...wanted, id, made });
  const key = await keyById(db, id);
  if (!key) throw new Error('the key that was just inserted is missing');
  return { key, text: made.text };
}

/** Parses a body's `allowed_ips`. Fails with 422 when an entry is neither an address nor a CIDR. */
export function cidrsOrFail(allowedIps: string): string[] {
  const read = readAllowedIps(allowedIps);
  return read.ok ? read.cidrs : failField(['allowed_ips'], read.why);
}
