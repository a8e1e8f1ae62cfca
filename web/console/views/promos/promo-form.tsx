import { api } from '#web/shared/answers/api.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { localInputOf, momentOfInput } from '#web/shared/forms/local-time.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Promo } from './promo-fields.tsx';
import { LimitFields, OfferFields } from './promo-fields.tsx';

type Member =
  | 'code'
  | 'credits'
  | 'valid_days'
  | 'max_uses'
  | 'starts_at'
  | 'ends_at'
  | 'message'
  | 'active'
  | 'per_account_once';

/** The terms of a promo. */
export function PromoForm({
  of: promo,
  onSaved,
}: {
  of: Promo | null;
  onSaved: (promo: Promo) => Promise<void>;
}) {
  const save = async (values: FormValues<Member>) =>
    onSaved(await api.call('POST /api/v1/admin/growth/promos', { body: bodyOf(promo, values) }));
  return (
    <Card>
      {promo && (
        <Facts
          of={[
            ['Used', countOf(promo.uses)],
            ['Left', promo.uses_left === null ? 'Any number' : countOf(promo.uses_left)],
            ['Changed', <Time at={promo.updated_at} />],
            ['By', promo.updated_by],
          ]}
        />
      )}
      <Form submit="Save the promo" onSubmit={save}>
        <OfferFields of={promo} />
        <LimitFields of={promo} />
      </Form>
    </Card>
  );
}

/** A date that was not touched keeps its seconds. */
function bodyOf(promo: Promo | null, values: FormValues<Member>) {
  const date = (name: 'starts_at' | 'ends_at') =>
    promo && values[name] === localInputOf(promo[name]) ? promo[name] : (momentOfInput(values[name]) ?? '');
  return {
    code: promo?.code ?? values.code,
    credits: Number(values.credits),
    valid_days: Number(values.valid_days),
    max_uses: values.max_uses === '' ? null : Number(values.max_uses),
    starts_at: date('starts_at'),
    ends_at: date('ends_at'),
    per_account_once: values.per_account_once === 'true',
    active: values.active === 'true',
    message: values.message,
  };
}
