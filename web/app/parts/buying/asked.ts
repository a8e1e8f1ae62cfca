import { signal } from '@preact/signals';
import { session } from '#web/shared/session/session.ts';

/** A lookup that was asked for without credits. It runs once, after the payment. */
export interface Asked {
  profile_url: string;
  name?: string;
}

interface Kept extends Asked {
  account_id: string | undefined;
  until: number;
  /** Idempotency key: two runs are charged once. */
  key: string;
}

const place = 'contactry.asked';
const keptMs = 24 * 60 * 60_000;

/** Kept for this tab, because the link of a person may not be in an address. */
const kept = signal<Kept | null>(JSON.parse(sessionStorage.getItem(place) ?? 'null'));

/** The lookup that this account asked for in this tab. */
export const askedBefore = (): Kept | null => {
  const { value } = kept;
  const isOurs = value?.account_id === session.value?.account_id;
  return value && isOurs && Date.now() < value.until ? value : null;
};

export function keepAsked({ profile_url, name }: Asked): void {
  kept.value = {
    ...{ profile_url, ...(name ? { name } : {}), account_id: session.value?.account_id },
    ...{ until: Date.now() + keptMs, key: crypto.randomUUID() },
  };
  sessionStorage.setItem(place, JSON.stringify(kept.value));
}

export function forgetAsked(): void {
  kept.value = null;
  sessionStorage.removeItem(place);
}
