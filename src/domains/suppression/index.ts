export { type FoundPerson, suppressFoundPerson } from './hiding/hide-people.ts';
export { hashedName, type SuppressionKind, suppressionKey, suppressionKeysOf } from './keys.ts';
export { pepperCheckValue, pepperFits } from './pepper-check.ts';
export { ProfileProofs } from './ports.ts';
export { type KnownProfile, recipientsMax } from './rights/export-shapes.ts';
export {
  countSuppressions,
  type ProfileSuppression,
  shareSuppressionLock,
  suppressedAmong,
  suppressProfilesByValue,
  takeSuppressionLock,
} from './sql.ts';
