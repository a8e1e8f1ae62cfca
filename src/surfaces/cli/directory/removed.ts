import type { Answer } from '#client';
import { counted, grouped } from '../words.ts';

type Removed = Omit<Answer<'DELETE /api/v1/admin/directory/imports/{import_id}'>, 'import_id'>;

export const removedText = ({ profiles_removed, profiles_changed }: Removed): string =>
  `${counted(profiles_removed, 'profile')} removed, ${grouped(profiles_changed)} changed.`;
