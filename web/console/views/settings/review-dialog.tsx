import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { DifferenceTable } from './difference-table.tsx';
import type { Difference } from './types.ts';

export interface Review {
  title: string;
  act: string;
  differences: readonly Difference[];
  /** The reason, or null when the operator thinks better of it. */
  reply: (reason: string | null) => void;
}

/** Shows what a change does, and asks why. */
export function ReviewDialog({ of: { title, act, differences, reply } }: { of: Review }) {
  return (
    <Dialog title={title} onClose={() => reply(null)}>
      <DifferenceTable of={differences} />
      <p>It takes effect on every process within a second.</p>
      <Form
        submit={act}
        onSubmit={({ reason }: { reason: string }) => reply(reason)}
        actions={<Cancel onClick={() => reply(null)} />}
      >
        <Reason hint="For the history and the audit log." />
      </Form>
    </Dialog>
  );
}
