import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { saveCampaign } from '#web/shared/forms/fields.generated.ts';
import type { CampaignValues } from './campaign-values.ts';

const audiences = [
  ['first_visit', 'Everybody, once'],
  ['every_visit', 'Everyone, on every visit'],
  ['signed_in', 'Those who are signed in'],
  ['signed_out', 'Those who are signed out'],
] as const;

const linkHint = 'https://… or a path such as /pricing.';

export function PopupFields({ of: values }: { of: CampaignValues }) {
  return (
    <fieldset>
      <legend>Popup</legend>
      <Check name="modal_enabled" label="Show a popup" value={values.modal_enabled === 'true'} />
      <Choice name="modal_audience" label="Who sees it?" options={audiences} value={values.modal_audience} />
      <Field {...saveCampaign.modal_title} label="Title" value={values.modal_title} />
      <Field {...saveCampaign.modal_body} label="Body" rows={4} value={values.modal_body} />
      <Field
        {...saveCampaign.modal_image_url}
        label="Picture"
        hint="The dashboard shows pictures of its own address only, such as /images/diwali.png."
        value={values.modal_image_url}
        isRequired={false}
      />
      <Field {...saveCampaign.modal_cta_label} label="Button" value={values.modal_cta_label} />
      <Field
        {...saveCampaign.modal_cta_href}
        label="Where the button leads"
        hint={linkHint}
        value={values.modal_cta_href}
      />
      <Field
        {...saveCampaign.modal_secondary_label}
        label="Second button"
        value={values.modal_secondary_label}
        isRequired={false}
      />
      <Field
        {...saveCampaign.modal_secondary_href}
        label="Where the second button leads"
        hint="Empty closes the popup."
        value={values.modal_secondary_href}
        isRequired={false}
      />
    </fieldset>
  );
}
