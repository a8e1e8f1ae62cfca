import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
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
      <Field name="banner_text" label="Text" maxLength={300} value={values.banner_text} />
      <Field
        name="banner_href"
        label="Link"
        hint="https://… or a path such as /pricing."
        maxLength={2000}
        value={values.banner_href}
      />
      <Field name="banner_cta" label="Label of the link" maxLength={60} value={values.banner_cta} />
      <Choice name="banner_theme" label="Colours" options={themes} value={values.banner_theme} />
      <Field
        name="banner_bg"
        label="Background"
        placeholder="#0b5fff"
        maxLength={7}
        value={values.banner_bg}
        isRequired={false}
      />
      <Field
        name="banner_fg"
        label="Text colour"
        placeholder="#ffffff"
        maxLength={7}
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
