import type { RefusedCall } from '#core/answers/refused-call.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { newId } from '#core/ids.ts';
import { port } from '#core/ports.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { keptTexts } from './kept-texts.ts';
import { addRefusedCalls, type RefusedRow } from './sql.ts';

export interface RefusedCalls {
  /** Keeps a call in memory, to be written within a second. Beyond its bounds, calls are dropped. */
  note(call: RefusedCall): void;
  /** Writes what was noted since the last time. */
  write(): Promise<void>;
}

export const RefusedCalls = port<RefusedCalls>('refused-calls');

const writeEveryMs = 1_000;
/** Calls in memory: about 16 kB each at most. */
const bounds = { calls: 500, callsOfAccount: 20 };

/** Writes refused calls off the way of requests, in batches. A process that is killed loses the last second. */
export function openRefusedCalls({ ports, clock, log }: Platform): OpenDomain {
  let noted: RefusedRow[] = [];
  let byAccount = new Map<number, number>();

  const note = (call: RefusedCall) => {
    const { key, durationMs, openedFrom, requestId, operation, method, path, status, code } = call;
    const account = key.account.id;
    const ofAccount = byAccount.get(account) ?? 0;
    // The dashboard calls without a key, and shows its own refusals.
    if (key.keyId === null) return;
    if (noted.length >= bounds.calls || ofAccount >= bounds.callsOfAccount) return;
    byAccount.set(account, ofAccount + 1);
    noted.push({
      ...{ id: newId('call'), account, at: clock.now(), operation, method, path, status, code },
      ...{ duration_ms: durationMs, key_id: key.keyId, is_test: key.mode === 'test' },
      ...{ opened_from: openedFrom, request_id: requestId },
      ...keptTexts(call, ports.use(CodeHosts)),
    });
  };
  const write = async () => {
    if (noted.length === 0) return;
    const rows = noted;
    noted = [];
    byAccount = new Map();
    await addRefusedCalls(ports.db, rows).catch((error) =>
      log.warn({ error, calls: rows.length }, 'refused calls could not be written'),
    );
  };
  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, writeEveryMs).unref();
  return {
    ports: [RefusedCalls.opened({ note, write })],
    async close() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}
