import { randomUUIDv7 } from 'node:crypto';
import { digestId } from '#core/ids.ts';
import { type FindCall, type Found, failFind } from '../paying/pay.ts';
import type { FindRequest } from '../shapes.ts';
import type { FinderOptions } from './finder-options.ts';
import { openLookups } from './lookups.ts';

/** Runs lookups for the whole process; concurrent ones share their round trips to the database. */
export interface Finder {
  find(call: FindCall): Promise<Found>;
  /** Ends pending lookups whose process died. */
  finishAbandoned(): Promise<void>;
  /** Waits for lookups that go on in the background, `timeoutMs` at most. */
  close(timeoutMs: number): Promise<void>;
}

declare module '#core/context.ts' {
  interface Ports {
    finder: Finder;
  }
}

export function openFinder(options: FinderOptions): Finder {
  const { look, replay, finishAbandoned, settled } = openLookups(options);
  const underWay = new Map<string, { requestHash: string; found: Promise<Found> }>();

  return {
    find(call) {
      if (call.idempotencyKey === null) return look(call, randomUUIDv7(), null);
      const requestHash = requestHashOf(call.request);
      // A test key's answers are not those of a live one.
      const kind = call.key.mode === 'test' ? 'find for a test' : 'find';
      const opKey = digestId(kind, String(call.key.account.id), call.idempotencyKey);
      // Another key of the account, such as the newer one, is not refused with this one.
      const sameCall = `${call.key.keyId} ${opKey}`;
      const first = underWay.get(sameCall);
      if (first) {
        if (first.requestHash !== requestHash) failFind('idempotency_conflict');
        return first.found.then(({ answer }) => replay(call.key, answer));
      }
      const found = look(call, opKey, requestHash).finally(() => underWay.delete(sameCall));
      underWay.set(sameCall, { requestHash, found });
      return found;
    },
    finishAbandoned,
    close: settled,
  };
}

const requestHashOf = ({ profile_url, name, include, client_reference }: FindRequest): string =>
  digestId(profile_url, name ?? '', include ? [...include].sort().join() : '', client_reference ?? '');
