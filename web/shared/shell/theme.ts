import { computed, effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';
const place = 'contactry.theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemDark.matches);
systemDark.addEventListener('change', () => {
  isSystemDark.value = systemDark.matches;
});

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';
const kept = localStorage.getItem(place);

/** The reader's choice; auto follows the system. */
export const theme = signal<Theme>(isTheme(kept) ? kept : 'auto');

/** The scheme in use. */
export const scheme = computed(() =>
  theme.value === 'auto' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
);

effect(() => {
  const { documentElement } = document;
  if (theme.value === 'auto') {
    localStorage.removeItem(place);
    documentElement.removeAttribute('data-theme');
  } else {
    localStorage.setItem(place, theme.value);
    documentElement.dataset.theme = theme.value;
  }
});
