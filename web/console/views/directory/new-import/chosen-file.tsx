import { useEffect, useState } from 'preact/hooks';
import { pause } from '#client/pause.ts';
import { Loading } from '#web/shared/answers/loading.tsx';
import type { Explanation } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { type Checked, checkFile } from './check-file.ts';
import { CheckedFile } from './checked-file.tsx';
import { explainFileError } from './explain-file-error.ts';
import { type Reading, unsaid } from './reading.ts';
import { ReadingForm } from './reading-form.tsx';

interface Check {
  checked: Checked | null;
  refusal: Explanation | null;
  isChecking: boolean;
}

/** A file before its import: how it would be read, and what would be stored. Each change has it checked again. */
export function ChosenFile({ file, onOther }: { file: File; onOther: () => void }) {
  const [reading, read] = useState<Reading>(unsaid);
  const { checked, refusal, isChecking } = useCheck(file, reading);
  return (
    <>
      <Card
        title={file.name}
        actions={
          <button type="button" onClick={onOther}>
            Choose another file
          </button>
        }
      >
        <ReadingForm reading={reading} suggested={checked?.encoding ?? ''} onChange={read} />
      </Card>
      {refusal && <Refusal of={refusal} title="The file could not be checked." />}
      {checked === null && isChecking && <Loading />}
      {checked && (
        <CheckedFile
          file={file}
          checked={checked}
          reading={reading}
          onChange={read}
          isChecking={isChecking}
        />
      )}
    </>
  );
}

/** Nothing is checked while the operator types. */
const typingMs = 250;

function useCheck(file: File, reading: Reading): Check {
  const [check, hold] = useState<Check>({ checked: null, refusal: null, isChecking: true });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (news: () => Partial<Check>) => {
      if (!stop.signal.aborted) hold((before) => ({ ...before, isChecking: false, ...news() }));
    };
    hold((before) => ({ ...before, isChecking: true }));
    pause(typingMs, stop.signal)
      .then(() => checkFile(file, reading, stop.signal))
      .then(
        (checked) => tell(() => ({ checked, refusal: null })),
        (error) => tell(() => ({ checked: null, refusal: explainFileError(error) })),
      );
    return () => stop.abort();
  }, [file, reading]);
  return check;
}
