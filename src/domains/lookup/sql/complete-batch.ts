import { itemEnd, listAsText } from '#core/database/parameters.ts';
import type { Finding } from '../rules.ts';
import { type HotPool, plainArray } from './hot-pool.ts';
import type { KeyRefusal } from './key-refusals.ts';

/** `job`: an item of a bulk job. Its answer is kept as long as the job's results. */
export type LookupKind = 'find' | 'job';

export interface CompleteItem {
  account: number;
  hasPriority: boolean;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
  keyId: string;
  network: string;
  kind: LookupKind;
  door: string;
  clientReference: string | null;
  /** A test key's lookup. Excluded from reports about all accounts. */
  isTest: boolean;
  status: Finding['status'];
  price: Finding['price'];
  /** Credits the account must have, spent or not, so that a miss is refused like a hit. */
  needed: number;
  answer: string;
  /** What the answer disclosed, for the log: 1 e-mails, 2 phones, 4 links. Null when it disclosed nobody. */
  disclosedFields: number | null;
  /** Free answers per day. */
  freeMax: number;
}

export type CompleteResult =
  | { outcome: 'answered' | 'answered_before'; balance: number }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'busy' | 'free_used_up' | KeyRefusal };

interface CompleteRow {
  o_outcome: CompleteResult['outcome'] | 'other_amount' | 'unknown_account';
  o_balance: number;
}

/** Pays, stores and counts. `wait` queues behind accounts that another process holds, instead of returning `busy`. */
export async function completeBatch(
  pool: HotPool,
  items: readonly CompleteItem[],
  options: { rememberRepeats: boolean; wait: boolean },
): Promise<CompleteResult[]> {
  const column = (pick: (item: CompleteItem) => string | number | null) => plainArray(items.map(pick));
  const { rows } = await pool.query<CompleteRow>({
    name: 'lookup_complete_batch',
    text: `select * from lookup_complete_batch($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::uuid[],
      $6::uuid[], $7::text[], $8::boolean[], $9::text[], $10::text[], string_to_array($11, $19), $12::smallint[],
      $13::text[], $14::text[], $15::text[], $16::text[], $17, $18, $20::bigint[])`,
    values: [
      column((item) => item.account),
      column((item) => item.price.credits),
      column((item) => item.needed),
      column((item) => item.opKey),
      column((item) => item.requestHash),
      column((item) => item.profileHash),
      column((item) => item.keyId),
      column((item) => String(item.isTest)),
      column((item) => item.status),
      column((item) => item.price.reason),
      listAsText(items, ({ answer }) => answer),
      column((item) => item.disclosedFields),
      column((item) => item.network),
      column((item) => item.kind),
      column((item) => item.door),
      items.map((item) => item.clientReference),
      options.rememberRepeats,
      options.wait,
      itemEnd,
      column((item) => item.freeMax),
    ],
  });
  return rows.map(completeResultOf);
}

function completeResultOf({ o_outcome: outcome, o_balance: balance }: CompleteRow): CompleteResult {
  switch (outcome) {
    case 'answered':
    case 'answered_before':
    case 'insufficient':
      return { outcome, balance };
    case 'busy':
    case 'free_used_up':
    case 'key_banned':
    case 'invalid_key':
      return { outcome };
    default:
      throw new Error(`a lookup ended with ${outcome}`);
  }
}
