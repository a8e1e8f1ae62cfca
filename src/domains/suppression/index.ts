declare module '#core/context.ts' {
  interface Ports {
    /** Keys the suppression list; see `suppressionKey`. */
    suppressionPepper: string;
  }
}

export { type FoundPerson, suppressFoundPerson } from './hiding/suppress-found-person.ts';
export { type SuppressionKind, suppressionKeysOf } from './keys.ts';
export { pepperCheckValue, pepperFits } from './pepper-check.ts';
export { type KnownProfile, recipientsMax } from './rights/export-shapes.ts';
export {
  countSuppressions,
  type ProfileSuppression,
  shareSuppressionLock,
  suppressedAmong,
  suppressProfilesByValue,
  takeSuppressionLock,
} from './sql.ts';
