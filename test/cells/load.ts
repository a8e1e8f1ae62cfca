import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { personOf } from './people.ts';

export interface Cell {
  name: string;
  url(): string;
  key: string;
}

export interface Load {
  /** Answers that named someone, of which each cost a credit. */
  paid(): number;
  answered(): number;
  /** Requests that were sent again because the cell was down. */
  repeated(): number;
  faults: string[];
  stop(): Promise<void>;
}

/** People whose suppression was confirmed, with the time of the confirmation. */
export type Confirmed = ReadonlyMap<number, number>;

const lanes = 2;

/**
 * Looks up random people until it is stopped. A request that fails is sent again with its idempotency key until it is answered, so that
 * each answer is counted once.
 */
export function startLoad(cell: Cell, people: number, confirmed: Confirmed): Load {
  const faults: string[] = [];
  let [paid, answered, repeated] = [0, 0, 0];
  let isOver = false;
  let triesAfterwards = 0;
  const lane = async () => {
    while (!isOver) {
      const number = Math.floor(Math.random() * people);
      const key = randomUUID();
      let found = await findOnce(cell, number, confirmed, key);
      while (typeof found === 'string') {
        // The run has failed, and its servers are gone.
        if (isOver && ++triesAfterwards > 100) return;
        if (found !== 'unavailable') faults.push(found);
        repeated += 1;
        await sleep(100);
        found = await findOnce(cell, number, confirmed, key);
      }
      if (found.isShownTooLate)
        faults.push(`${cell.name} returned person ${number} after the opt-out was confirmed`);
      paid += found.charged;
      answered += 1;
    }
  };
  const done = Promise.all(Array.from({ length: lanes }, lane));
  return {
    paid: () => paid,
    answered: () => answered,
    repeated: () => repeated,
    faults,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

export interface Found {
  charged: number;
  isShown: boolean;
  /** Although the request was sent after the confirmation. */
  isShownTooLate: boolean;
}

/** Text: why there is no answer; `unavailable` if the service says so, or is gone. */
export async function findOnce(
  { url, key }: Pick<Cell, 'url' | 'key'>,
  number: number,
  confirmed: Confirmed,
  idempotencyKey: string,
): Promise<Found | string> {
  const { url: profile_url, email } = personOf(number);
  const isConfirmed = confirmed.has(number);
  const response = await fetch(`${url()}/api/v1/find`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ profile_url }),
  }).catch(() => null);
  if (response === null || response.status === 503) return 'unavailable';
  const text = await response.text().catch(() => null);
  if (text === null) return 'unavailable';
  if (response.status !== 200) return `${response.status} ${text.slice(0, 200)}`;
  const isShown = text.includes(email);
  return { charged: JSON.parse(text).credits.charged, isShown, isShownTooLate: isShown && isConfirmed };
}

/** Lookups of people who are shown, as fast as some callers get their answers, without idempotency keys. */
export async function lookUpMany(
  { url, key }: Cell,
  numbers: readonly number[],
  callers: number,
): Promise<void> {
  const pool = new Pool(url(), { connections: callers });
  const left = numbers.values();
  const call = async () => {
    for (const number of left) {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/v1/find',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ profile_url: personOf(number).url }),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  await pool.close();
}
