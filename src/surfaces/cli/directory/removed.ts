import { counted, grouped } from '../words.ts';

export interface Removed {
  profiles_removed: number;
  profiles_changed: number;
}

export const removedText = ({ profiles_removed, profiles_changed }: Removed): string =>
  `${counted(profiles_removed, 'profile')} removed, ${grouped(profiles_changed)} changed.`;
