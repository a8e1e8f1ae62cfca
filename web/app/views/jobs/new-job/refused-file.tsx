import { FileRefusedError } from '#client';
import { Failed } from '#web/shared/answers/failed.tsx';
import { explainError } from '#web/shared/feedback/explain-error.ts';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { encodings, encodingWords, suggestedEncoding } from '#web/shared/forms/encodings.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { createJob } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { FileCard } from './file-card.tsx';
import type { ChosenFile, HowToRead } from './use-file-reading.ts';

interface RefusedFileProps {
  error: unknown;
  file: ChosenFile;
  onRead: (how: HowToRead) => void;
  onRetry: () => Promise<void>;
  onLeave: () => void;
}

/** Why a file can't be used. Where only the column or the encoding is unknown, the reader can name it. */
export function RefusedFile({ error, file, onRead, onRetry, onLeave }: RefusedFileProps) {
  if (!(error instanceof FileRefusedError))
    return (
      <FileCard file={file} onLeave={onLeave}>
        <Failed error={error} onRetry={onRetry} />
      </FileCard>
    );
  const needsColumn = error.reason === 'missing_column' || error.reason === 'unknown_column';
  return (
    <FileCard file={file} onLeave={onLeave}>
      <Refusal of={{ ...explainError(error), text: wordsOf(error) }} title="This file can’t be used." />
      {error.reason === 'not_utf8' && (
        <Form<'encoding'>
          submit="Read it again"
          onSubmit={({ encoding }) => onRead({ encoding: (encoding || undefined) as HowToRead['encoding'] })}
        >
          <Choice
            name="encoding"
            label="Encoding"
            options={encodings}
            value={suggestedEncoding(error.message)}
          />
        </Form>
      )}
      {needsColumn && (
        <Form<'column'> submit="Read it again" onSubmit={({ column }) => onRead({ column })}>
          <Field
            {...createJob.column}
            label="Column with the links"
            hint="Its header, or its number from 1."
            isRequired
          />
        </Form>
      )}
    </FileCard>
  );
}

/** The API's sentences name its parameters. Here they are fields below. */
const wordsOf = ({ reason, message }: FileRefusedError): string =>
  reason === 'not_utf8'
    ? `${encodingWords(message)} Choose its encoding, and it is read again.`
    : message.replace(/name it with `column`/, 'name it below');
