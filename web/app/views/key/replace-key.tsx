import { api, me } from '#web/shared/answers/api.ts';
import { ask } from '#web/shared/feedback/ask.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { regenerateKey } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { Key } from './current-key.ts';

interface ReplaceKeyProps {
  of: Key;
  onMade: (key: string) => Promise<void>;
}

/** A new key in place of the old one. That is also how its addresses are changed. */
export function ReplaceKey({ of: old, onMade }: ReplaceKeyProps) {
  const replace = async ({
    expires_in_days,
    allowed_ips,
    keep_sessions,
  }: FormValues<'expires_in_days' | 'allowed_ips' | 'keep_sessions'>) => {
    const answer = await ask({
      title: 'Replace the key?',
      text: `${old.prefix} stops working at once. Programs and agents that use it need the new key.`,
      act: 'Replace the key',
      isDanger: true,
    });
    if (!answer) return;
    const { key, banned, ban_detail } = await api.call('POST /internal/key/regenerate/{account_id}', {
      path: { account_id: me },
      body: {
        expires_in_days: Number(expires_in_days),
        allowed_ips: allowed_ips.replaceAll(/[\s,]+/g, ','),
        keep_sessions: keep_sessions !== '',
      },
    });
    notify(banned && ban_detail ? ban_detail : 'The key is replaced.');
    await onMade(key);
  };
  return (
    <Card title="Replace the key">
      <p>
        Replace it if another person may have seen it, before it expires, or to change where it can be used
        from.
      </p>
      <Form<'expires_in_days' | 'allowed_ips' | 'keep_sessions'>
        submit="Replace the key"
        isDanger
        onSubmit={replace}
      >
        <Field {...regenerateKey.expires_in_days} label="Days until it expires" value={90} isRequired />
        <Field
          {...regenerateKey.allowed_ips}
          label="Allowed addresses"
          hint="IP addresses or networks such as 203.0.113.0/24, separated by commas. Empty allows every address."
          value={old.allowed_ips.join(', ')}
          isRequired={false}
        />
        <Check
          name="keep_sessions"
          label="Keep browser extensions connected"
          hint="Otherwise all of them are signed out. Leave this off if someone else may have had access."
        />
      </Form>
    </Card>
  );
}
