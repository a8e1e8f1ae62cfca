import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { BannerFields } from './banner-fields.tsx';
import { CampaignFields } from './campaign-fields.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { CampaignPromoFields } from './campaign-promo-fields.tsx';
import { bodyOf, type CampaignValues, valuesOf } from './campaign-values.ts';
import { PopupFields } from './popup-fields.tsx';
import type { Campaign } from './types.ts';
import './campaign.css';

interface CampaignFormProps {
  /** Null for a new one. */
  of: Campaign | null;
  onSaved: (campaign: Campaign) => void;
}

/** Everything about a campaign, beside what people see of it while the operator types. */
export function CampaignForm({ of: campaign, onSaved }: CampaignFormProps) {
  const [values, hold] = useState<CampaignValues>(() => valuesOf(campaign));
  const save = async (typed: CampaignValues) =>
    onSaved(await api.call('POST /api/v1/admin/growth/campaigns', { body: bodyOf(campaign, typed) }));
  return (
    <div class="campaign">
      <Card>
        <Form<keyof CampaignValues> submit="Save the campaign" onSubmit={save} onInput={hold}>
          <CampaignFields of={values} />
          <BannerFields of={values} />
          <PopupFields of={values} />
          <CampaignPromoFields of={values} />
        </Form>
      </Card>
      <CampaignPreview of={values} />
    </div>
  );
}
