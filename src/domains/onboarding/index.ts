export { accountsNamedLike, accountsWithGstin, namesOf } from './names.ts';
export { businessProfileOf, onboardingOf } from './onboarding-of.ts';
export { accountsWithProfile, type Profile, profilesOf, type SavedProfile } from './sql.ts';
