import { useContext, useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { takeBackLatest } from '#web/shared/feedback/toasts.tsx';
import { home } from '#web/shared/session/home.ts';
import { later } from '#web/shared/shell/later.tsx';
import { type RouteLine, Routes } from '#web/shared/shell/route-line.ts';
import { focusSearch, isTyping, moveBy } from './focus.ts';
import { areKeysOn } from './keys-on.ts';
import { open, opened, paletteKeys } from './opened.ts';

const KeysDialog = later(() => import('./keys-dialog.tsx'));

/** The keys of the pages. One of these is part of each app. */
export default function Keyboard() {
  const routes = useContext(Routes);
  const { path, query, url, route } = useLocation();
  const places = usePlaces(path, url);
  useEffect(() => {
    let prefix: string | null = null;
    let forget: ReturnType<typeof setTimeout> | undefined;
    const press = (event: KeyboardEvent) => {
      const before = prefix;
      prefix = null;
      clearTimeout(forget);
      if (event.defaultPrevented || event.isComposing) return;
      if (isPaletteKey(event)) return turnPalette(event);
      if (isAnythingOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return leaveField(event);
      if (event.key === 'Escape') return climb();
      if (!areKeysOn.value) return;
      if (before === 'g') return goTo(event);
      if (event.key === 'g') {
        prefix = 'g';
        forget = setTimeout(() => {
          prefix = null;
        }, prefixMs);
      } else if (keys[event.key]?.(places.left) === true) event.preventDefault();
    };
    const goTo = (event: KeyboardEvent) => {
      const line = routes.find(({ key }) => key === event.key);
      if (!line) return;
      event.preventDefault();
      route(line.path);
    };
    const climb = () => {
      // An answer belongs to the list that it was opened from.
      const above = query.lookup ? places.left || jobIn(query) : placeAbove(routes, path);
      if (above) route(places.seen.get(above) ?? above);
    };
    addEventListener('keydown', press);
    return () => {
      clearTimeout(forget);
      removeEventListener('keydown', press);
    };
  }, [routes, path, query, route, places]);
  return opened.value === 'keys' ? <KeysDialog /> : null;
}

const prefixMs = 2000;

/** Keys without another. True when the key did something. */
const keys: Readonly<Record<string, (left: string) => boolean>> = {
  '/': () => focusSearch() || said(() => open('palette')),
  '?': () => said(() => open('keys')),
  j: (left) => moveBy(1, left),
  k: (left) => moveBy(-1, left),
  u: () => takeBackLatest(),
};
const said = (act: () => void): true => {
  act();
  return true;
};

const isPaletteKey = ({ key, metaKey, ctrlKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' &&
  (paletteKeys.isMeta ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
  !shiftKey &&
  !altKey;

function turnPalette(event: KeyboardEvent): void {
  if (opened.value !== 'palette' && isAnythingOpen()) return;
  event.preventDefault();
  open(opened.value === 'palette' ? null : 'palette');
}

/** A dialog or a menu, which has the keys until it is closed. */
const isAnythingOpen = () => document.querySelector('dialog[open], :popover-open') !== null;

/** Escape leaves a field of the page, and keeps what was typed. */
function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  event.target.blur();
}

/** The list that one of its items belongs to. A form, such as that of a new job, isn't left by Escape. */
function placeAbove(routes: readonly RouteLine[], path: string): string | undefined {
  if (routes.some((line) => line.path === path)) return;
  return routes
    .map((line) => line.path)
    .filter((of) => path.startsWith(`${of}/`) && of.split('/').length > 2)
    .toSorted((one, other) => other.length - one.length)[0];
}

/** The job of an answer whose address was opened directly. */
const jobIn = ({ job }: Record<string, string>) => job && `${home}/jobs/${encodeURIComponent(job)}`;

/** The latest address of each path, with its filters, and the path before this one. */
function usePlaces(path: string, url: string) {
  const places = useRef({ seen: new Map<string, string>(), now: path, left: '' }).current;
  places.seen.set(path, url);
  if (places.now !== path) Object.assign(places, { now: path, left: places.now });
  return places;
}
