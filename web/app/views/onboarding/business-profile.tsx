import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import type { SentCode } from './number.ts';
import { ProfileForm } from './profile-form.tsx';

type Onboarding = Answer<'GET /internal/identity/onboarding/status'>;

interface BusinessProfileProps {
  of: Onboarding;
  /** Whether its form also asks for the mobile number. */
  asksNumber: boolean;
  onSaved: (code: SentCode | null) => Promise<void>;
}

/** Whether nothing has been saved yet, or the email isn’t proved. */
export const isUnsaved = ({ business_profile, missing }: Onboarding): boolean =>
  business_profile === null || missing.includes('email');

/** What invoices say of the buyer: a form until it is saved, and again to change it. */
export function BusinessProfile({ of, asksNumber, onSaved }: BusinessProfileProps) {
  const [isChanging, setChanging] = useState(false);
  const { business_profile: profile } = of;
  const isNew = isUnsaved(of);
  const saved = async (code: SentCode | null) => {
    setChanging(false);
    notify('Your business profile is saved.');
    await onSaved(code);
  };
  if (profile === null || isNew || isChanging) {
    return (
      <Card title="Business profile">
        <p>Your invoices show this.</p>
        <ProfileForm
          profile={profile}
          isNew={isNew}
          asksNumber={asksNumber && isNew}
          onSaved={saved}
          onCancel={() => setChanging(false)}
        />
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
