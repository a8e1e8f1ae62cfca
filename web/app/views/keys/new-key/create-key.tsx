import { useEffect, useRef, useState } from 'preact/hooks';
import AsCode from '#web/app/parts/code/as-code.tsx';
import { exampleCall } from '#web/app/parts/code/example-call.ts';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { addressesIn, lifetimes, type NewKey } from '#web/app/views/keys/key.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { addAccountKey } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { Made } from './made-key.tsx';

type Names = 'name' | 'mode' | 'expires_in_days' | 'allowed_ips' | 'rate_limit_per_min';

interface CreateKeyProps {
  /** Nothing else is on the page. */
  isFirst: boolean;
  onMade: (made: Made) => Promise<void>;
  onClose: () => void;
}

export function CreateKey({ isFirst, onMade, onClose }: CreateKeyProps) {
  const attempt = useAttempt();
  const [mode, setMode] = useState('live');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFirst) place.current?.querySelector('input')?.focus();
  }, []);
  const create = async (values: FormValues<Names>) => {
    const body = newKeyIn(values);
    const request = { path: { account_id: me }, body };
    const options = { idempotencyKey: attempt.keyFor(body) };
    const made = await api.call('POST /internal/keys/by-account/{account_id}', request, options);
    attempt.end();
    await onMade(made);
  };
  return (
    <Card title={isFirst ? 'Create your first key' : 'New key'}>
      <div ref={place} class="with-code">
        <Form<Names>
          submit="Create the key"
          onSubmit={create}
          onInput={(values) => setMode(values.mode)}
          actions={!isFirst && <Cancel onClick={onClose} />}
        >
          <Field
            {...addAccountKey.name}
            label="Name"
            hint="The program that will use it."
            placeholder="CRM sync"
          />
          <Choice name="mode" label="Mode" options={modes} hint={modeHints[mode]} />
          <Choice name="expires_in_days" label="Expires after" options={lifetimes} />
          <Field
            {...addAccountKey.allowed_ips}
            label="Allowed addresses"
            hint="IP addresses or networks such as 203.0.113.0/24, separated by commas. Empty allows every address."
            isRequired={false}
          />
          <Field
            {...addAccountKey.rate_limit_per_min}
            label="Requests per minute"
            hint="For this key alone, at most your plan’s rate. Empty: it shares your plan’s rate with your other keys."
            isRequired={false}
          />
        </Form>
        <AsCode of={exampleCall} title="Your first request with it" />
      </div>
    </Card>
  );
}

const modes = [
  ['live', 'Live'],
  ['test', 'Test'],
] as const;

const modeHints: Readonly<Record<string, string>> = {
  live: 'Looks real people up and spends credits.',
  test: 'Answers from a few fictional people and spends nothing.',
};

const newKeyIn = ({
  name,
  mode,
  expires_in_days: days,
  allowed_ips,
  rate_limit_per_min: rate,
}: FormValues<Names>): NewKey => ({
  name,
  mode: mode === 'test' ? 'test' : 'live',
  allowed_ips: addressesIn(allowed_ips),
  ...(days ? { expires_in_days: Number(days) } : {}),
  ...(rate ? { rate_limit_per_min: Number(rate) } : {}),
});
