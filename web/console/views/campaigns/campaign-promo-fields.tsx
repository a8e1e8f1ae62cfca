import { Field } from '#web/shared/forms/field.tsx';
import { saveCampaign } from '#web/shared/forms/fields.generated.ts';
import type { CampaignValues } from './campaign-values.ts';

export function CampaignPromoFields({ of: values }: { of: CampaignValues }) {
  return (
    <fieldset>
      <legend>Promo</legend>
      <Field
        {...saveCampaign.promo_code}
        label="Code"
        hint="People see it only where the texts above name it in capital letters."
        value={values.promo_code}
        isRequired={false}
      />
      <Field
        {...saveCampaign.promo_credits}
        label="Credits"
        hint="With a number, the campaign creates or changes this promo. Empty takes one that exists as it is."
        value={values.promo_credits}
        isRequired={false}
      />
      <Field
        {...saveCampaign.promo_max_uses}
        label="Uses"
        hint="By all accounts together. Empty for any number."
        value={values.promo_max_uses}
        isRequired={false}
      />
      <Field
        {...saveCampaign.promo_message}
        label="Message"
        hint="For people who redeem it."
        value={values.promo_message}
        isRequired={false}
      />
    </fieldset>
  );
}
