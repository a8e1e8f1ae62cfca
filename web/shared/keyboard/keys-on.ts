import { effect, signal } from '@preact/signals';

const place = 'contactry.keys';

/** Whether letters without Ctrl or ⌘ do something. Speech input would trigger them, so they can be switched off (WCAG 2.2, 2.1.4). */
export const areKeysOn = signal(localStorage.getItem(place) !== 'off');

effect(() => {
  if (areKeysOn.value) localStorage.removeItem(place);
  else localStorage.setItem(place, 'off');
});
