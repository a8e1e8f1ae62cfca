import { Form } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { asked } from './ask.ts';
import { Dialog } from './dialog.tsx';

/** Shows what `ask` asks. One of these is part of each app. */
export default function QuestionDialog() {
  const question = asked.value;
  if (!question) return null;
  const { title, text, act, keep = 'Cancel', isDanger, needsReason, reply } = question;
  return (
    <Dialog key={title} title={title} onClose={() => reply(null)}>
      <p class="lines">{text}</p>
      <Form
        submit={act}
        isDanger={isDanger}
        onSubmit={({ reason = '' }) => reply({ reason })}
        actions={
          // Enter, pressed once too often, must not do what can't be undone.
          <button
            type="button"
            data-focus-first={isDanger && !needsReason ? '' : undefined}
            onClick={() => reply(null)}
          >
            {keep}
          </button>
        }
      >
        {needsReason && <Reason />}
      </Form>
    </Dialog>
  );
}
