import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { ProfileForm } from './profile-form.tsx';

type Onboarding = Answer<'GET /internal/identity/onboarding/status'>;

interface BusinessProfileProps {
  of: Onboarding;
  onSaved: () => Promise<void>;
}

/** What invoices say of the buyer: a form until it is saved, and again to change it. */
export function BusinessProfile({
  of: { business_profile: profile, missing },
  onSaved,
}: BusinessProfileProps) {
  const [isChanging, setChanging] = useState(false);
  const isNew = profile === null || missing.includes('email');
  const saved = async () => {
    setChanging(false);
    notify('Your business profile is saved.');
    await onSaved();
  };
  if (isNew || isChanging) {
    return (
      <Card title="Business profile">
        <p>Your invoices show this. For a business, enter its GSTIN, so that the invoice carries it.</p>
        <ProfileForm profile={profile} isNew={isNew} onSaved={saved} onCancel={() => setChanging(false)} />
      </Card>
    );
  }
  const change = (
    <button type="button" onClick={() => setChanging(true)}>
      Change
    </button>
  );
  return (
    <Card title="Business profile" actions={change}>
      <Facts
        of={[
          ['Name', `${profile.first_name} ${profile.last_name}`],
          ['Business', profile.business_name || 'None'],
          ['Address', [profile.address_line1, profile.address_line2].filter(Boolean).join(', ')],
          ['City', `${profile.city} ${profile.pincode}`],
          ['State', profile.state],
          ['GSTIN', profile.gstin || 'Not registered'],
        ]}
      />
    </Card>
  );
}
