import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { ensureAccount } from '#domains/accounts/index.ts';
import { newKey } from '#domains/keys/keyring/key-text.ts';
import { insertKey, type KeyToInsert } from '#domains/keys/sql/keys.ts';

export interface GivenKey {
  id: string;
  /** The key as its holder sends it. */
  text: string;
  /** In hexadecimal. */
  hash: string;
  accountId: string;
  account: number;
}

interface KeyState {
  accountId?: string;
  /** Bans the key. */
  banReason?: 'rate_limit' | 'replaced';
}

/** A key in the database, for a new account unless one is given. */
export async function givenKey(
  db: Db,
  { accountId = newId('acc'), banReason, ...given }: Partial<KeyToInsert> & KeyState = {},
): Promise<GivenKey> {
  const mode = given.mode ?? 'live';
  const made = newKey(mode);
  const account = await ensureAccount(db, { accountId });
  const id = newId('key');
  await insertKey(db, {
    plan: 'starter',
    ownRate: null,
    allowedCidrs: [],
    note: '',
    expiresAt: null,
    ...given,
    id,
    account: account.id,
    made,
    mode,
  });
  if (banReason) {
    await db
      .updateTable('api_key')
      .set({ banned_at: new Date(), ban_reason: banReason })
      .where('id', '=', id)
      .execute();
  }
  return { id, text: made.text, hash: made.hash, accountId, account: account.id };
}
