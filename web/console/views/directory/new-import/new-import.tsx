import { useState } from 'preact/hooks';
import { fileEndings } from '#web/shared/forms/encodings.ts';
import { FileDrop } from '#web/shared/forms/file-drop.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { RunningUpload } from './running-upload.tsx';
import { upload } from './upload.ts';

/** From a file on the operator's disk to contacts in the directory: choose, check, import. */
export default function NewImport() {
  const [file, choose] = useState<File | null>(null);
  const isRunning = upload.value !== null;
  const startAgain = () => {
    upload.value = null;
    choose(null);
  };
  return (
    <Page title="Import a file" intro={<a href="/console/directory">All imports</a>}>
      {isRunning && <RunningUpload of={upload.value!} onAnother={startAgain} />}
      {!isRunning && file === null && <DropCard onFile={choose} />}
      {!isRunning && file !== null && (
        <ChosenFile
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onOther={() => choose(null)}
        />
      )}
    </Page>
  );
}

function DropCard({ onFile }: { onFile: (file: File) => void }) {
  return (
    <Card>
      <FileDrop
        label="Drop a file here, or choose one"
        accept={fileEndings}
        hint="CSV, .xlsx, .vcf, JSON or NDJSON, for example the connections that LinkedIn exports, or a list from a CRM. Up to 10 GiB. Nothing is stored until you start the import."
        onFile={onFile}
      />
    </Card>
  );
}
