declare module '#core/context.ts' {
  interface Ports {
    /** Keys the suppression list; see `suppressionKey`. */
    suppressionPepper: string;
  }
}

export { type FoundPerson, keepOut } from './hiding/keep-out.ts';
export { type SuppressionKind, suppressionKeysOf } from './keys.ts';
export { pepperFits } from './pepper-check.ts';
export { type KnownProfile, recipientsMax } from './rights/export-shapes.ts';
export {
  countSuppressions,
  holdSuppressions,
  lockSuppressions,
  suppressedAmong,
  type Withheld,
  withholdProfiles,
} from './sql.ts';
