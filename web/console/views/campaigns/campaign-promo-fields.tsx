import { Field } from '#web/shared/forms/field.tsx';
import type { CampaignValues } from './campaign-values.ts';

export function CampaignPromoFields({ of: values }: { of: CampaignValues }) {
  return (
    <fieldset>
      <legend>Promo</legend>
      <Field
        name="promo_code"
        label="Code"
        hint="People see it only where the texts above name it in capital letters."
        maxLength={100}
        value={values.promo_code}
        isRequired={false}
      />
      <Field
        name="promo_credits"
        label="Credits"
        hint="With a number, the campaign creates or changes this promo. Empty takes one that exists as it is."
        type="number"
        min={0}
        max={10_000_000}
        value={values.promo_credits}
        isRequired={false}
      />
      <Field
        name="promo_max_uses"
        label="Uses"
        hint="By all accounts together. Empty for any number."
        type="number"
        min={1}
        max={1_000_000_000}
        value={values.promo_max_uses}
        isRequired={false}
      />
      <Field
        name="promo_message"
        label="Message"
        hint="For people who redeem it."
        maxLength={500}
        value={values.promo_message}
        isRequired={false}
      />
    </fieldset>
  );
}
