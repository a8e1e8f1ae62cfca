import type { TargetedEvent } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FileDropProps {
  label: string;
  /** As in `<input accept>`, such as ".csv,.xlsx". */
  accept: string;
  hint?: string;
  onFile: (file: File) => void;
}

/** Takes a file by drop, or by a press that opens the chooser. The input covers the whole place, so the browser does both. */
export function FileDrop({ label, accept, hint, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = ({ currentTarget: input }: TargetedEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    // The same file can be chosen again after it was mended.
    input.value = '';
    setOver(false);
    if (file) onFile(file);
  };
  return (
    <div class={isOver ? 'file-drop over' : 'file-drop'}>
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        type="file"
        id={id}
        accept={accept}
        aria-describedby={hint && `${id}-hint`}
        onChange={take}
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
      />
    </div>
  );
}
