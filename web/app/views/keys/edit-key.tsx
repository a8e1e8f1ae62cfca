import { api, me } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { changeAccountKey } from '#web/shared/forms/fields.generated.ts';
import { Count } from '#web/shared/values/count.tsx';
import { EditInPlace } from './edit-in-place.tsx';
import { addressesIn, isOver, type Key, nameOf } from './key.ts';

interface EditKeyProps {
  of: Key;
  onChange: () => Promise<void>;
}

const changeKey = async (
  { of: { id }, onChange }: EditKeyProps,
  body: { name?: string; allowed_ips?: string; rate_limit_per_min?: number | null },
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

/** The rate of this key alone. Without one it shares that of the account. */
export function EditRate(props: EditKeyProps) {
  const { of: key } = props;
  const { chosen_rate_per_min: before, rate_limit_per_min: rate, mode } = key;
  const shown = (
    <>
      <Count of={rate} /> requests per minute,{' '}
      {before === null ? `shared by your ${mode} keys` : 'for this key alone'}
    </>
  );
  const save = async ({ rate_limit_per_min: text }: { rate_limit_per_min: string }) => {
    await changeKey(props, { rate_limit_per_min: text ? Number(text) : null });
    notify(text ? 'The key has its own rate limit.' : 'The key has no rate limit of its own.', {
      undo: () => changeKey(props, { rate_limit_per_min: before }),
    });
  };
  if (isOver(key)) return shown;
  return (
    <EditInPlace<'rate_limit_per_min'> label="the rate limit" shown={shown} onSave={save}>
      <Field
        {...changeAccountKey.rate_limit_per_min}
        label="Requests per minute"
        hint="For this key alone, at most your plan’s rate. Empty: no limit of its own."
        value={before === null ? '' : String(before)}
        isRequired={false}
      />
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
