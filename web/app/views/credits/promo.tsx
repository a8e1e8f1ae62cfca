import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { ContactryError } from '#client';
import { atField } from '#web/app/parts/at-field.ts';
import { Live } from '#web/app/parts/live.tsx';
import { api, me, once } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { redeemPromo } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { Day } from '#web/shared/values/time.tsx';
import { explainPromo } from './explain-promo.ts';

type Preview = Answer<'POST /internal/growth/preview-promo'>;

/** A promo code: first what it gives, then the credits. */
export function Promo({ onRedeemed }: { onRedeemed: () => Promise<void> }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [redeemed, setRedeemed] = useState(0);
  const check = async ({ code }: FormValues<'code'>) => {
    setPreview(null);
    const body = { account_id: me, code };
    setPreview(await once.call('POST /internal/growth/preview-promo', { body }).catch(refuseAtField));
  };
  const redeem = async () => {
    if (!preview) return;
    const { credits } = await api
      .call('POST /internal/growth/redeem', { body: { account_id: me, code: preview.code } })
      .catch((error: unknown) => {
        throw explainPromo(error);
      });
    setPreview(null);
    setRedeemed(redeemed + 1);
    notify(`${countOf(credits)} credits were added.`);
    await onRedeemed();
  };
  return (
    <Card title="Promo code">
      <Form<'code'> key={redeemed} submit="Check" onSubmit={check} onInput={() => setPreview(null)} isInline>
        <Field {...redeemPromo.code} label="Code" autoComplete="off" />
      </Form>
      <Live>{preview && <Offer of={preview} onRedeem={redeem} />}</Live>
    </Card>
  );
}

function refuseAtField(error: unknown): never {
  const refusal = explainPromo(error);
  throw refusal instanceof ContactryError && refusal.code.startsWith('promo_')
    ? atField('code', refusal)
    : refusal;
}

const Offer = ({
  of: { code, credits, message, expires_at: at },
  onRedeem,
}: {
  of: Preview;
  onRedeem: () => Promise<void>;
}) => (
  <>
    {message && <p>{message}</p>}
    <p>
      {code} gives you <Count of={credits} /> credits. They expire on <Day at={at} />.
    </p>
    <Action label={`Redeem ${code}`} isPrimary run={onRedeem} />
  </>
);
