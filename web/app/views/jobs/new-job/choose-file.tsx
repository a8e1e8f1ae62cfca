import { useState } from 'preact/hooks';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { fileEndings } from '#web/shared/forms/encodings.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { FileDrop } from '#web/shared/forms/file-drop.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { tooLarge } from './handed-over.ts';
import type { ChosenFile } from './use-file-reading.ts';

interface ChooseFileProps {
  /** The text pasted before. */
  pasted: string;
  onFile: (file: ChosenFile) => void;
}

/** Takes a file, or links that are pasted. */
export function ChooseFile({ pasted, onFile }: ChooseFileProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (file: File) => {
    const words = tooLarge(file);
    setRefusal(words);
    if (words) return;
    try {
      onFile({ name: file.name, content: new Blob([await file.arrayBuffer()]) });
    } catch {
      setRefusal(`${file.name} can’t be read. Is it a folder, or open in another program?`);
    }
  };
  return (
    <Card>
      {refusal && <Refusal of={{ text: refusal, requestId: null }} />}
      <FileDrop
        label="Drop a file here, or choose one"
        accept={fileEndings}
        hint="CSV, .xlsx, .vcf, JSON or a list of links, up to 10,000 rows and 16 MiB. One column has the links to profiles."
        onFile={(file) => void take(file)}
      />
      <details class="paste" open={pasted !== ''}>
        <summary>Paste links instead</summary>
        <Form<'links'>
          submit="Check the links"
          onSubmit={({ links }) =>
            onFile({ name: 'Pasted links', content: new Blob([links]), pasted: links })
          }
        >
          <Field name="links" label="Links, one a line" rows={8} value={pasted} isRequired />
        </Form>
      </details>
    </Card>
  );
}
