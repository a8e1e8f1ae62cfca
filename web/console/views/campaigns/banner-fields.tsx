import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { saveCampaign } from '#web/shared/forms/fields.generated.ts';
import { type CampaignValues, surfaces } from './campaign-values.ts';

const themes = [
  ['info', 'Information'],
  ['success', 'Success'],
  ['warning', 'Warning'],
  ['promo', 'Promotion'],
] as const;

const surfaceNames: Record<(typeof surfaces)[number], string> = {
  home: 'Home',
  pricing: 'Pricing',
  docs: 'Documents',
  sign_in: 'Sign-in',
  dashboard: 'Dashboard',
  extension: 'Extension',
};

export function BannerFields({ of: values }: { of: CampaignValues }) {
  return (
    <fieldset>
      <legend>Banner</legend>
      <Check name="banner_enabled" label="Show a banner" value={values.banner_enabled === 'true'} />
      <Field {...saveCampaign.banner_text} label="Text" value={values.banner_text} />
      <Field
        {...saveCampaign.banner_href}
        label="Link"
        hint="https://… or a path such as /pricing."
        value={values.banner_href}
      />
      <Field {...saveCampaign.banner_cta} label="Label of the link" value={values.banner_cta} />
      <Choice name="banner_theme" label="Colours" options={themes} value={values.banner_theme} />
      <Field
        {...saveCampaign.banner_bg}
        label="Background"
        placeholder="#0b5fff"
        value={values.banner_bg}
        isRequired={false}
      />
      <Field
        {...saveCampaign.banner_fg}
        label="Text colour"
        placeholder="#ffffff"
        value={values.banner_fg}
        isRequired={false}
      />
      <fieldset class="row">
        <legend>Where? None means everywhere.</legend>
        {surfaces.map((name) => (
          <Check
            key={name}
            name={`surface_${name}`}
            label={surfaceNames[name]}
            value={values[`surface_${name}`] === 'true'}
          />
        ))}
      </fieldset>
    </fieldset>
  );
}
