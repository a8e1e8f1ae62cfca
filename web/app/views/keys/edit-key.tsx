import { api, me } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { changeAccountKey } from '#web/shared/forms/fields.generated.ts';
import { EditInPlace } from './edit-in-place.tsx';
import { addressesIn, isOver, type Key, nameOf } from './key.ts';

interface EditKeyProps {
  of: Key;
  onChange: () => Promise<void>;
}

const changeKey = async (
  { of: { id }, onChange }: EditKeyProps,
  body: { name?: string; allowed_ips?: string },
) => {
  const path = { account_id: me, key_id: id };
  await api.call('PATCH /internal/keys/by-account/{account_id}/{key_id}', { path, body });
  await onChange();
};

export function EditName(props: EditKeyProps) {
  const { of: key } = props;
  const { name: before } = key;
  const save = async ({ name }: { name: string }) => {
    await changeKey(props, { name });
    notify(`It is now called ${name}.`, before ? { undo: () => changeKey(props, { name: before }) } : {});
  };
  if (isOver(key)) return <>{nameOf(key)}</>;
  return (
    <EditInPlace<'name'> label="the name" shown={nameOf(key)} onSave={save}>
      <Field {...changeAccountKey.name} label="Name" value={before} isRequired />
    </EditInPlace>
  );
}

export function EditAddresses(props: EditKeyProps) {
  const { of: key } = props;
  const before = key.allowed_ips.join(', ');
  const shown = before || 'Any address';
  const save = async ({ allowed_ips }: { allowed_ips: string }) => {
    await changeKey(props, { allowed_ips: addressesIn(allowed_ips) });
    notify('The allowed addresses are changed.', {
      undo: () => changeKey(props, { allowed_ips: addressesIn(before) }),
    });
  };
  if (isOver(key)) return <>{shown}</>;
  return (
    <EditInPlace<'allowed_ips'> label="the allowed addresses" shown={shown} onSave={save}>
      <Field
        {...changeAccountKey.allowed_ips}
        label="Allowed addresses"
        hint="Separated by commas. Empty allows every address."
        value={before}
      />
    </EditInPlace>
  );
}
