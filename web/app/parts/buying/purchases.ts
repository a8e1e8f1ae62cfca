import { computed, signal } from '@preact/signals';
import type { Answer } from '#client';

export type OpenPurchase = Answer<'GET /internal/billing/open-purchases/{account_id}'>['items'][number];

/** Checkouts whose money has not arrived. Undefined until the first answer. */
export const openPurchases = signal<OpenPurchase[]>();

/** How many of them have ended on this page: what the account has and can buy may have changed. */
export const endedPurchases = signal(0);

export function keepPurchases(items: OpenPurchase[]): void {
  const open = new Set(items.map(({ id }) => id));
  const ended = openPurchases.peek()?.filter(({ id }) => !open.has(id)).length ?? 0;
  openPurchases.value = items;
  endedPurchases.value += ended;
}

/** Set aside by the reader as not paid. */
const place = 'contactry.not-paid';
const notPaid = signal<string[]>(JSON.parse(localStorage.getItem(place) ?? '[]'));

export function setAside(id: string): void {
  const open = openPurchases.peek()?.map((one) => one.id) ?? [];
  notPaid.value = [...notPaid.peek().filter((one) => open.includes(one)), id];
  localStorage.setItem(place, JSON.stringify(notPaid.value));
}

/** Those to show on every page. A payment that has begun can't be set aside. */
export const shownPurchases = computed(() =>
  (openPurchases.value ?? []).filter(
    ({ id, status }) => status === 'processing' || !notPaid.value.includes(id),
  ),
);
