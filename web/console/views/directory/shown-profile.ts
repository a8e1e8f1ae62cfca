import { signal } from '@preact/signals';

/** The link of the profile to show next. It is a person's, so it stays out of the address of the page. */
export const shownProfile = signal<string | null>(null);
