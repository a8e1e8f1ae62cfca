import { signal } from '@preact/signals';
import type { Entry } from '#web/shared/keyboard/entries.ts';
import { home } from '#web/shared/session/home.ts';
import { session } from '#web/shared/session/session.ts';

/** The filters of a list, under a name. */
export interface SavedView {
  name: string;
  address: string;
}

export const savedMax = 30;
export const nameMax = 60;
const addressMax = 1000;

/** Each person who signs in has their own, in this browser. */
const place = () => `contactry.views${home} ${session.value?.account_id ?? session.value?.email ?? ''}`;
const changes = signal(0);

export function savedViews(): SavedView[] {
  void changes.value;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSavedView).slice(0, savedMax) : [];
  } catch {
    return [];
  }
}

const isSavedView = (kept: Partial<SavedView> | null): kept is SavedView =>
  typeof kept?.name === 'string' && typeof kept.address === 'string' && kept.address.startsWith(`${home}/`);

/** Replaces the list. */
export function keepViews(views: readonly SavedView[]): void {
  localStorage.setItem(place(), JSON.stringify(views.slice(0, savedMax)));
  changes.value++;
}

/** Why a view can't be saved, or null. */
export function whyNotSaved({ name, address }: SavedView, views: readonly SavedView[]): string | null {
  if (views.some((view) => view.name === name && pathOf(view) === pathOf({ address })))
    return 'A view of this list has this name.';
  if (views.length >= savedMax) return `You have ${savedMax} views. Remove one first.`;
  return address.length > addressMax ? 'These filters are too long to be saved.' : null;
}

export const pathOf = ({ address }: Pick<SavedView, 'address'>): string => address.split('?')[0]!;

export const savedEntries = (): Entry[] =>
  savedViews().map(({ name, address }) => ({
    id: `view ${address} ${name}`,
    text: name,
    note: 'View',
    icon: 'view',
    href: address,
  }));
