import { randomUUID } from 'node:crypto';
import type { KeyCredential } from '#core/access.ts';
import type { CompleteItem } from '#domains/lookup/paying/complete-batch.ts';
import type { Lookup } from '#domains/lookup/paying/lookup.ts';
import type { GivenKey } from '../kit.ts';

export const credentialOf = (
  { id, account, accountId }: Pick<GivenKey, 'id' | 'account' | 'accountId'>,
  mode: 'live' | 'test' = 'live',
): KeyCredential => ({
  keyId: id,
  account: { id: account, account_id: accountId },
  mode,
  rateLimitPerMin: 1_000,
  chosenRatePerMin: null,
  tier: 'no_plan',
  countedAs: id,
  hasPriority: false,
});

const url = 'https://github.com/asha-example';

export const givenLookup = (key: GivenKey, mode: 'live' | 'test' = 'live'): Lookup => ({
  opKey: randomUUID(),
  requestHash: null,
  profileHash: randomUUID(),
  call: {
    key: credentialOf(key, mode),
    profile: { network: 'github', host: 'github.com', handle: 'asha-example', url },
    request: { profile_url: url },
    idempotencyKey: null,
    kind: 'find',
    job: null,
    door: 'api',
  },
});

const price = { credits: 1, reason: 'completed_lookup' } as const;

/** A new lookup that found an email, unless `others` say otherwise. */
export const paidItem = (key: GivenKey, others: Partial<CompleteItem> = {}): CompleteItem => ({
  ...{ lookup: givenLookup(key), status: 'completed', price, needed: 1 },
  ...{ answer: '{}', disclosedFields: null, freeMax: 1_000 },
  ...others,
});

export const freeItem = (key: GivenKey, others: Partial<CompleteItem> = {}): CompleteItem =>
  paidItem(key, { status: 'not_found', price: { credits: 0, reason: 'not_found' }, ...others });
