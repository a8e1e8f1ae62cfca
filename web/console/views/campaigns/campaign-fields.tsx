import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { saveCampaign } from '#web/shared/forms/fields.generated.ts';
import type { CampaignValues } from './campaign-values.ts';

export function CampaignFields({ of: values }: { of: CampaignValues }) {
  return (
    <>
      <Field {...saveCampaign.name} label="Name" hint="For operators. Never public." value={values.name} />
      <Field
        {...saveCampaign.slug}
        label="Slug"
        hint="Public. Leave empty for a random one."
        value={values.slug}
        isRequired={false}
      />
      <Choice
        name="status"
        label="Status"
        hint="The dates decide what a published campaign is at any moment."
        value={values.status}
        options={[
          ['draft', 'Draft: hidden'],
          ['scheduled', 'Published, from its start'],
          ['active', 'Published, between its dates'],
          ['ended', 'Ended: ends it now'],
        ]}
      />
      <Field
        {...saveCampaign.starts_at}
        label="Starts"
        type="datetime-local"
        value={values.starts_at}
        isRequired={false}
      />
      <Field
        {...saveCampaign.ends_at}
        label="Ends"
        type="datetime-local"
        value={values.ends_at}
        isRequired={false}
      />
    </>
  );
}
