import { explainError } from './explain-error.ts';
import { dismiss, hold, type Note, notes, notify } from './notify.ts';

/** Shows what `notify` says. One of these is part of each app. */
export function Toasts() {
  return (
    <div
      class="toasts"
      role="status"
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocusIn={() => hold(true)}
      onFocusOut={() => hold(false)}
    >
      {notes.value.map((note) => (
        <div class="toast" key={note.id}>
          <span>{note.text}</span>
          {note.undo && (
            <button type="button" aria-keyshortcuts="u" onClick={() => takeBack(note)}>
              Undo
              <span aria-hidden="true">
                <kbd>U</kbd>
              </span>
            </button>
          )}
          <button type="button" aria-label="Dismiss" onClick={() => dismiss(note.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

/** Undoes the latest act that can be. False if there is none. */
export function takeBackLatest(): boolean {
  const note = notes.value.findLast(({ undo }) => undo);
  if (note) void takeBack(note);
  return note !== undefined;
}

async function takeBack({ id, undo }: Note): Promise<void> {
  dismiss(id);
  try {
    await undo?.();
    notify('Undone.');
  } catch (error) {
    notify(explainError(error).text);
  }
}
