import { addressOf, networkOf, readRange } from '#values/ip-addresses/index.ts';
import type { StoredLock } from './shapes.ts';
import { keysOfSubject, type SubjectKey } from './subjects.ts';

/** `expires_at` is exclusive; for a lifted lock, when it was lifted. */
export type LockUntil = Pick<StoredLock, 'subject_type' | 'subject' | 'expires_at'>;

/** A snapshot of the locks in force and of those that ended lately. It applies each lock's end itself. */
export interface LockTable {
  /** Whether any of the subjects is locked at `now`. */
  holds(subjects: readonly SubjectKey[], now: Date): boolean;
  /** Whether what was opened at `openedAt` was open when any of the subjects was locked, even if the lock has ended. */
  heldAfter(subjects: readonly SubjectKey[], openedAt: Date): boolean;
  /** Whether the address, or a network that contains it, is locked at `now`. */
  holdsAddress(address: string, now: Date): boolean;
}

const later = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other);

/** Networks are grouped by prefix length, so an address takes one lookup per length however many are locked. */
export function lockTable(locks: readonly LockUntil[]): LockTable {
  const ends = new Map<SubjectKey, Date>();
  const networks = { ipv4: new Map<number, Map<string, Date>>(), ipv6: new Map<number, Map<string, Date>>() };

  for (const { subject_type, subject, expires_at } of locks) {
    if (subject_type !== 'ip') {
      for (const key of keysOfSubject(subject_type, subject)) ends.set(key, later(ends.get(key), expires_at));
      continue;
    }
    const [network, bits] = readRange(subject)!;
    const ofLength = networks[network.kind()].get(bits) ?? new Map<string, Date>();
    networks[network.kind()].set(bits, ofLength.set(network.toString(), expires_at));
  }

  const lasts = (end: Date | undefined, now: Date) => end !== undefined && now < end;

  const holds = (subjects: readonly SubjectKey[], at: Date) =>
    ends.size > 0 && subjects.some((subject) => lasts(ends.get(subject), at));

  return {
    holds,
    // Nothing opens during a lock, so what was opened before its end was opened before it.
    heldAfter: holds,
    holdsAddress(text, now) {
      if (networks.ipv4.size + networks.ipv6.size === 0) return false;
      const address = addressOf(text);
      if (!address) return false;
      for (const [bits, ofLength] of networks[address.kind()]) {
        if (lasts(ofLength.get(networkOf(address, bits).toString()), now)) return true;
      }
      return false;
    },
  };
}
