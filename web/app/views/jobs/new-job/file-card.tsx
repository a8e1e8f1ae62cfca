import type { ComponentChildren } from 'preact';
import { Card } from '#web/shared/layout/card.tsx';
import type { ChosenFile } from './use-file-reading.ts';

interface FileCardProps {
  file: ChosenFile;
  onLeave: () => void;
  children: ComponentChildren;
}

/** Describes the chosen file, with a button to choose another. */
export function FileCard({ file, onLeave, children }: FileCardProps) {
  const leave = (
    <button type="button" onClick={onLeave}>
      {file.pasted === undefined ? 'Choose another file' : 'Change the links'}
    </button>
  );
  return (
    <Card title={file.name} actions={leave}>
      {children}
    </Card>
  );
}
