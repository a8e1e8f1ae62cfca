import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { changeValue } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import type { ValueKind } from './stored-contacts.tsx';
import type { StoredProfile } from './types.ts';

interface CorrectValueProps {
  url: string;
  kind: ValueKind;
  value: string;
  /** Gets the profile after the change. Null if nothing is left of it. */
  onChange: (profile: StoredProfile | null) => void;
}

/** Replaces or removes one value of a profile. */
export function CorrectValue({ url, kind, value, onChange }: CorrectValueProps) {
  const [isOpen, setOpen] = useState(false);
  const change = async (replacement: string | null, reason: string) => {
    const body = { profile_url: url, [kind]: value, replacement, reason };
    const after = await api.call('PATCH /api/v1/admin/directory/profile', { body });
    if (after === null) notify('The profile had no other contact, so it was removed.');
    else notify(replacement === null ? 'Removed.' : 'Replaced.');
    onChange(after);
  };
  if (isOpen) {
    return (
      <Form
        submit="Replace"
        onSubmit={({ replacement, reason }: { replacement: string; reason: string }) =>
          change(replacement, reason)
        }
        actions={<Cancel onClick={() => setOpen(false)} />}
      >
        <Field {...changeValue.replacement} label={`In place of ${value}`} value={value} />
        <Reason />
      </Form>
    );
  }
  return (
    <div class="actions">
      <button type="button" aria-label={`Replace ${value}`} onClick={() => setOpen(true)}>
        Replace
      </button>
      <Action
        label="Remove"
        isDanger
        run={({ reason }) => change(null, reason)}
        confirm={{
          title: `Remove ${value}?`,
          text: 'A later import with this value brings it back. To keep it out for good, suppress it.',
          act: 'Remove the value',
          needsReason: true,
        }}
      />
    </div>
  );
}
