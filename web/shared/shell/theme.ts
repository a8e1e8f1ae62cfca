import { computed, effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';
/** A cookie, so that the document already has the choice. Over TLS it is bound to this host, as all of ours are. */
const isSecure = location.protocol === 'https:';
const place = isSecure ? '__Host-contactry_theme' : 'contactry_theme';
const aYear = 31_536_000;
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemDark.matches);
systemDark.addEventListener('change', () => {
  isSystemDark.value = systemDark.matches;
});

const { documentElement } = document;

/** The reader's choice, which the document has from the cookie; auto follows the system. */
export const theme = signal<Theme>((documentElement.dataset.theme as Theme | undefined) ?? 'auto');

/** The scheme in use. */
export const scheme = computed(() =>
  theme.value === 'auto' ? (isSystemDark.value ? 'dark' : 'light') : theme.value,
);

effect(() => {
  const isChosen = theme.value !== 'auto';
  if (isChosen) documentElement.dataset.theme = theme.value;
  else documentElement.removeAttribute('data-theme');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and new in Firefox.
  document.cookie = `${place}=${theme.value}; Path=/; SameSite=Lax; Max-Age=${isChosen ? aYear : 0}${isSecure ? '; Secure' : ''}`;
});
