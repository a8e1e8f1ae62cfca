import { useState } from 'preact/hooks';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { resumeJob } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import type { Job } from './status.tsx';

interface RaiseLimitProps {
  job: Job;
  /** Null is without a limit. */
  onRaise: (limit: number | null) => Promise<void>;
}

/** Resumes a job whose limit is spent. */
export function RaiseLimit({ job: { credits }, onRaise }: RaiseLimitProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="primary" onClick={() => setOpen(true)}>
        Resume
      </button>
      {isOpen && (
        <Dialog title="Raise the limit" onClose={() => setOpen(false)}>
          <Form<'limit_credits'>
            submit="Resume the job"
            onSubmit={async ({ limit_credits }) => {
              await onRaise(limit_credits ? Number(limit_credits) : null);
              setOpen(false);
            }}
            actions={
              <button type="button" onClick={() => setOpen(false)}>
                Not now
              </button>
            }
          >
            <Field
              {...resumeJob.limit_credits}
              label="Limit of credits"
              hint={`It has spent ${credits.spent}, and costs at most ${credits.at_most}. Leave it empty for no limit.`}
              min={credits.spent + 1}
              isRequired={false}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
