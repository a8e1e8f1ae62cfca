import { explainError } from './explain-error.ts';
import { dismiss, type Note, notes, notify } from './notify.ts';

/** Shows what `notify` says. One of these is part of each app. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {notes.value.map((note) => (
        <div class="toast" key={note.id}>
          <span>{note.text}</span>
          {note.undo && (
            <button type="button" onClick={() => takeBack(note)}>
              Undo
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

async function takeBack({ id, undo }: Note): Promise<void> {
  dismiss(id);
  try {
    await undo?.();
  } catch (error) {
    notify(explainError(error).text);
  }
}
