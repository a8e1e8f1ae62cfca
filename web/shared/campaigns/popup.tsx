import type { ShowActiveCampaignsAnswer } from '#client';

export type PopupTexts = Pick<
  ShowActiveCampaignsAnswer['modals'][number],
  'title' | 'body' | 'image_url' | 'cta_label' | 'cta_href' | 'secondary_label' | 'secondary_href'
>;

/** The content of a campaign's popup, without the dialog around it. */
export function PopupContent({ of, onClose }: { of: PopupTexts; onClose: () => void }) {
  const { body, image_url, cta_label, cta_href, secondary_label, secondary_href } = of;
  return (
    <>
      {/* Pictures of other hosts would tell them who is signed in here. */}
      {image_url.startsWith('/') && <img src={image_url} alt="" />}
      {body && <p class="lines">{body}</p>}
      <div class="actions">
        {cta_label && cta_href && (
          <a class="button primary" href={cta_href} onClick={onClose}>
            {cta_label}
          </a>
        )}
        {secondary_href ? (
          <a class="button" href={secondary_href} onClick={onClose}>
            {secondary_label}
          </a>
        ) : (
          <button type="button" onClick={onClose}>
            {secondary_label || 'Close'}
          </button>
        )}
      </div>
    </>
  );
}
