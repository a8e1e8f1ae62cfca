import { useContext } from 'preact/hooks';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Routes } from '#web/shared/shell/route-line.ts';
import { areKeysOn } from './keys-on.ts';
import { open, paletteKeys } from './opened.ts';

const everywhere: readonly (readonly [keys: string, what: string])[] = [
  [paletteKeys.text, 'Search, go anywhere, do anything'],
  ['/', 'Search this list, or everything'],
  ['J K', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close, leave a field, back to the list'],
  ['U', 'Undo what you just did'],
  ['?', 'These keys'],
];

/** Every key, with what it does. */
export default function KeysDialog() {
  const pages = useContext(Routes).flatMap(({ key, nav }) =>
    key && nav ? [[`G ${key.toUpperCase()}`, nav] as const] : [],
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => open(null)}>
      <div class="key-list">
        <Lines title="Everywhere" of={everywhere} />
        <Lines title="Go to" of={pages} />
      </div>
      <div class="field check">
        <input
          type="checkbox"
          id="single-keys"
          checked={areKeysOn.value}
          onChange={({ currentTarget }) => {
            areKeysOn.value = currentTarget.checked;
          }}
        />
        <label for="single-keys">Single-letter shortcuts, in this browser</label>
      </div>
      <div class="actions">
        <button type="button" data-focus-first onClick={() => open(null)}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

const Lines = ({ title, of }: { title: string; of: typeof everywhere }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {of.map(([keys, what]) => (
        <div key={keys}>
          <dt>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </section>
);
