import type { Onboarding } from './onboarding-of.ts';
import type { BusinessProfileOnWire, OnboardingOnWire } from './shapes.ts';
import type { SavedProfile } from './sql.ts';

export const profileOnWire = (profile: SavedProfile): BusinessProfileOnWire => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
  business_name: profile.businessName,
  address_line1: profile.addressLine1,
  address_line2: profile.addressLine2,
  city: profile.city,
  state: profile.state.name,
  state_code: profile.state.code,
  pincode: profile.pincode,
  gstin: profile.gstin ?? '',
  saved_at: profile.savedAt.toISOString(),
});

export const onboardingOnWire = (account_id: string, onboarding: Onboarding): OnboardingOnWire => ({
  account_id,
  state: onboarding.state,
  steps: onboarding.steps,
  missing: onboarding.missing,
  email: onboarding.email,
  email_verified_at: onboarding.emailVerifiedAt?.toISOString() ?? null,
  business_profile: onboarding.profile && profileOnWire(onboarding.profile),
});
