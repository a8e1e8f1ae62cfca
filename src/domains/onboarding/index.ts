export { businessProfileOf, onboardingOf } from './onboarding-of.ts';
export { type Profile, profilesOf, type SavedProfile } from './sql.ts';
