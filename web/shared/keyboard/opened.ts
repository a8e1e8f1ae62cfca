import { signal } from '@preact/signals';

/** The palette, or the list of keys. */
export const opened = signal<'palette' | 'keys' | null>(null);

export const open = (what: 'palette' | 'keys' | null): void => {
  opened.value = what;
};

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export const paletteKeys = isApple
  ? { text: '⌘K', aria: 'Meta+K', isMeta: true }
  : { text: 'Ctrl K', aria: 'Control+K', isMeta: false };
