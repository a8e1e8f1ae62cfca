import { useState } from 'preact/hooks';
import type { ShowActiveCampaignsAnswer } from '#client';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Banner } from '#web/shared/campaigns/banner.tsx';
import { PopupContent } from '#web/shared/campaigns/popup.tsx';
import { Dialog } from '#web/shared/feedback/dialog.tsx';

type Popup = ShowActiveCampaignsAnswer['modals'][number];

/** The campaigns of the day. When they can't be loaded, the page goes without. */
export default function Campaigns() {
  const { value } = useAnswer('GET /api/v1/growth/active');
  const banners = value?.banners.filter(
    ({ surfaces }) => surfaces.length === 0 || surfaces.includes('dashboard'),
  );
  const popup = value?.modals.find(isForReader);
  return (
    <>
      {banners?.map((banner) => (
        <Banner key={banner.campaign_id} of={banner} />
      ))}
      {popup && <PopupDialog key={popup.campaign_id} of={popup} />}
    </>
  );
}

const place = (popup: Popup) => `contactry.popup.${popup.campaign_id}`;

/** A popup is shown once, unless it is for every visit. */
const isForReader = (popup: Popup): boolean =>
  popup.audience === 'every_visit' ||
  (popup.audience !== 'signed_out' && localStorage.getItem(place(popup)) === null);

function PopupDialog({ of }: { of: Popup }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    localStorage.setItem(place(of), 'seen');
    setOpen(false);
  };
  if (!isOpen) return null;
  return (
    <Dialog title={of.title || 'News'} onClose={close}>
      <PopupContent of={of} onClose={close} />
    </Dialog>
  );
}
