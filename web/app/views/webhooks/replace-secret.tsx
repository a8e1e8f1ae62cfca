import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form } from '#web/shared/forms/form.tsx';

const overlaps = [
  ['24', 'For 24 hours'],
  ['168', 'For 7 days'],
  ['0', 'End it at once: it has leaked'],
] as const;

interface ReplaceSecretProps {
  onReplace: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

/** Asks how long the old secret signs as well. */
export const ReplaceSecret = ({ onReplace, onClose }: ReplaceSecretProps) => (
  <Dialog title="Replace the signing secret?" onClose={onClose}>
    <Form<'overlap_hours'>
      submit="Replace it"
      isDanger
      onSubmit={({ overlap_hours }) => onReplace(Number(overlap_hours))}
      actions={<Cancel onClick={onClose} />}
    >
      <Choice
        name="overlap_hours"
        label="Sign with the old secret as well"
        hint="Until then you can change the secret on your servers without losing a message."
        options={overlaps}
      />
    </Form>
  </Dialog>
);
