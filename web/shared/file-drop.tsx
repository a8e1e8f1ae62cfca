import { useId, useState } from 'preact/hooks';

interface FileDropProps {
  label: string;
  /** As in `<input accept>`, such as ".csv,.xlsx". */
  accept: string;
  hint?: string;
  onFile: (file: File) => void;
}

/** Takes a file by drop, or by a press that opens the chooser. */
export function FileDrop({ label, accept, hint, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
  };
  return (
    <div
      class={isOver ? 'file-drop over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        id={id}
        accept={accept}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
