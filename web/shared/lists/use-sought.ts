import { signal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';

type Sought = Readonly<Record<string, string>>;

/** The search of a list, by its address. It may be a name or an email, so it is never in the address. */
const soughtAt = signal<ReadonlyMap<string, Sought>>(new Map());
const nothing: Sought = {};

export const useSought = (): Sought => soughtAt.value.get(useLocation().path) ?? nothing;

export function seek(path: string, sought: Sought): void {
  soughtAt.value = new Map(soughtAt.value).set(path, sought);
}
