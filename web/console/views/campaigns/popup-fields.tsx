import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import type { CampaignValues } from './campaign-values.ts';

const audiences = [
  ['first_visit', 'Everybody, once'],
  ['every_visit', 'Everybody, on every visit'],
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
      <Field name="modal_title" label="Title" maxLength={120} value={values.modal_title} />
      <Field name="modal_body" label="Body" rows={4} maxLength={2000} value={values.modal_body} />
      <Field
        name="modal_image_url"
        label="Picture"
        hint="The dashboard shows pictures of its own address only, such as /images/diwali.png."
        maxLength={2000}
        value={values.modal_image_url}
        isRequired={false}
      />
      <Field name="modal_cta_label" label="Button" maxLength={60} value={values.modal_cta_label} />
      <Field
        name="modal_cta_href"
        label="Where the button leads"
        hint={linkHint}
        maxLength={2000}
        value={values.modal_cta_href}
      />
      <Field
        name="modal_secondary_label"
        label="Second button"
        maxLength={60}
        value={values.modal_secondary_label}
        isRequired={false}
      />
      <Field
        name="modal_secondary_href"
        label="Where the second button leads"
        hint="Empty closes the popup."
        maxLength={2000}
        value={values.modal_secondary_href}
        isRequired={false}
      />
    </fieldset>
  );
}
