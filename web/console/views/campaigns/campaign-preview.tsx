import { Banner } from '#web/shared/campaigns/banner.tsx';
import { PopupContent } from '#web/shared/campaigns/popup.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import type { CampaignValues } from './campaign-values.ts';

/** A preview, drawn by the same components as the campaign itself. */
export function CampaignPreview({ of: values }: { of: CampaignValues }) {
  const hasBanner = values.banner_enabled === 'true';
  const hasPopup = values.modal_enabled === 'true';
  return (
    <div class="campaign-preview">
      <Card title="What people see">
        {!hasBanner && !hasPopup && <p>Nothing: switch a banner or a popup on.</p>}
        {hasBanner && (
          <Banner
            of={{
              text: values.banner_text,
              href: values.banner_href,
              cta: values.banner_cta,
              theme: values.banner_theme as 'info',
              bg: values.banner_bg,
              fg: values.banner_fg,
            }}
          />
        )}
        {hasPopup && (
          <div class="popup-preview">
            <h2>{values.modal_title || 'News'}</h2>
            <PopupContent
              onClose={() => {}}
              of={{
                title: values.modal_title,
                body: values.modal_body,
                image_url: values.modal_image_url,
                cta_label: values.modal_cta_label,
                cta_href: values.modal_cta_href,
                secondary_label: values.modal_secondary_label,
                secondary_href: values.modal_secondary_href,
              }}
            />
          </div>
        )}
      </Card>
    </div>
  );
}
