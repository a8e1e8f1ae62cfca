import type { TargetedKeyboardEvent } from 'preact';
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { savedEntries } from '#web/shared/saved-views/saved.ts';
import { signOut } from '#web/shared/session/session.ts';
import { Routes } from '#web/shared/shell/route-line.ts';
import { scheme, theme } from '#web/shared/shell/theme.ts';
import { useGo } from '#web/shared/shell/use-go.ts';
import { counted } from '#web/shared/values/count.tsx';
import { Icon } from '#web/shared/values/icon.tsx';
import {
  actEntries,
  type Entry,
  type Finder,
  type Group,
  matching,
  pageEntries,
  type Step,
} from './entries.ts';
import { open, opened } from './opened.ts';
import { useFoundEntries } from './use-found-entries.ts';

interface PaletteProps {
  /** The actions of this app, beside its views. */
  acts?: readonly Entry[];
  finders: readonly Finder[];
}

/** Goes anywhere, finds anything, does anything. One of these is part of each app. */
export function Palette(props: PaletteProps) {
  return opened.value === 'palette' && <OpenPalette {...props} />;
}

function OpenPalette({ acts = [], finders }: PaletteProps) {
  const [text, type] = useState('');
  const [step, take] = useState<Step | null>(null);
  const [chosen, choose] = useState(0);
  const dialog = useModal();
  const go = useGo();
  const found = useFoundEntries(step?.finders ?? finders, text);
  const known = useKnown(acts);
  const groups = [...(step ? [] : narrowed(known, text)), ...found.groups].filter(
    ({ entries }) => entries.length > 0,
  );
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, entries.length - 1);

  const turnTo = (next: Step | null) => {
    take(next);
    type('');
    choose(0);
  };
  const pick = ({ href, run, next }: Entry) => {
    if (next) return turnTo(next);
    open(null);
    if (href) go(href);
    void run?.();
  };
  const leave = () => (step ? turnTo(null) : open(null));
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={step?.label ?? 'Search'}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onPointerDown={(event) => event.target === dialog.current && open(null)}
    >
      <Field
        step={step}
        text={text}
        at={at}
        count={entries.length}
        isSearching={found.isSearching}
        onType={(next) => {
          type(next);
          choose(0);
        }}
        onMove={choose}
        onEnter={() => entries[at] && pick(entries[at])}
        onBack={() => turnTo(null)}
      />
      {entries.length > 0 && <Entries of={groups} at={at} onChoose={choose} onPick={pick} />}
      <Says {...found} count={entries.length} isAsked={text.trim() !== ''} />
    </dialog>
  );
}

interface FieldProps {
  step: Step | null;
  text: string;
  at: number;
  count: number;
  isSearching: boolean;
  onType: (text: string) => void;
  onMove: (to: number) => void;
  onEnter: () => void;
  /** Leaves the step. */
  onBack: () => void;
}

/** Has the focus and the keys as long as the palette is open. */
function Field({ step, text, at, count, isSearching, onType, onMove, onEnter, onBack }: FieldProps) {
  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const { key, isComposing } = event;
    const to = moves[key]?.(at, count);
    const isBack = key === 'Backspace' && step !== null && text === '';
    if (isComposing || (to === undefined && key !== 'Enter' && !isBack)) return;
    event.preventDefault();
    if (to !== undefined) onMove(to);
    else if (isBack) onBack();
    else onEnter();
  };
  const label = step?.label ?? 'Search';
  return (
    <div class="palette-field">
      {step ? <span class="palette-step">{label}</span> : <Icon of="search" />}
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={count > 0}
        aria-controls={count > 0 ? 'palette-entries' : undefined}
        aria-activedescendant={count > 0 ? `palette-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={step ? 'Name, email or account ID' : 'Go to, find or do'}
        value={text}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={press}
      />
      {isSearching && <span class="spinner" aria-hidden="true" />}
    </div>
  );
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % Math.max(count, 1),
  ArrowUp: (at, count) => (at - 1 + count) % Math.max(count, 1),
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
};

interface EntriesProps {
  of: readonly Group[];
  at: number;
  onChoose: (at: number) => void;
  onPick: (entry: Entry) => void;
}

function Entries({ of: groups, at, onChoose, onPick }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  let next = 0;
  return (
    <div class="palette-entries" id="palette-entries" role="listbox" aria-label="Results" ref={list}>
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden="true">{name}</p>
          {entries.map((entry) => {
            const place = next++;
            return (
              // The focus stays in the field, which has the keys.
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above
              <div
                key={entry.id}
                id={`palette-${place}`}
                role="option"
                aria-selected={place === at}
                onPointerMove={() => place !== at && onChoose(place)}
                onClick={() => onPick(entry)}
              >
                {entry.icon && <Icon of={entry.icon} />}
                <span class="text">{entry.text}</span>
                {entry.note && <span class="beside">{entry.note}</span>}
                {entry.keys && <Keys of={entry.keys} />}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const Keys = ({ of }: { of: string }) => (
  <span class="keys" aria-hidden="true">
    {of.split(' ').map((key) => (
      <kbd key={key}>{key.toUpperCase()}</kbd>
    ))}
  </span>
);

interface SaysProps {
  count: number;
  isSearching: boolean;
  isAsked: boolean;
  faults: readonly string[];
}

/** The number of entries, for screen readers, and errors, for everyone. */
function Says({ count, isSearching, isAsked, faults }: SaysProps) {
  const isEmpty = count === 0 && isAsked && !isSearching;
  const words = isEmpty ? 'Nothing found.' : counted(count, 'result');
  return (
    <div role="status" class={isEmpty || faults.length > 0 ? 'palette-says' : 'unseen'}>
      {faults.length > 0 ? faults.join(' ') : words}
    </div>
  );
}

/** A modal dialog as long as it is rendered. The focus goes back to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return dialog;
}

/** The entries that need no request. */
function useKnown(acts: readonly Entry[]): Group[] {
  const routes = useContext(Routes);
  const { value: shown } = scheme;
  return useMemo(
    () => [
      { name: 'Actions', entries: [...actEntries(routes), ...acts] },
      { name: 'Saved views', entries: savedEntries() },
      { name: 'Pages', entries: pageEntries(routes) },
      {
        name: 'Contactry',
        entries: [
          {
            id: 'theme',
            text: `Switch to ${shown === 'dark' ? 'light' : 'dark'} theme`,
            icon: 'theme',
            run: switchTheme,
          },
          { id: 'keys', text: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', run: () => open('keys') },
          { id: 'sign-out', text: 'Sign out', icon: 'sign-out', run: signOut },
        ],
      },
    ],
    [routes, acts, shown],
  );
}

const switchTheme = () => {
  theme.value = scheme.value === 'dark' ? 'light' : 'dark';
};

const narrowed = (groups: readonly Group[], text: string): readonly Group[] =>
  text.trim() === ''
    ? groups
    : groups.map(({ name, entries }) => ({ name, entries: matching(text, entries) }));
