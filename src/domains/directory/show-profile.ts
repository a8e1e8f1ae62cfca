import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { profileNamed, storedProfile } from './profiles/stored-profile.ts';
import { ProfileUrl, StoredProfile } from './shapes.ts';

export const showProfile = operation({
  id: 'directory.show-profile',
  summary: 'Get a profile as stored',
  description: 'Includes suppressed people. Charges nothing and asks no source.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/directory/profile')],
  input: Type.Object({ profile_url: ProfileUrl }),
  example: { profile_url: 'https://github.com/asha-example' },
  output: StoredProfile,
  errors: ['not_found'],

  async run(ctx, { profile_url }) {
    const { url } = profileNamed(ctx, profile_url);
    const found = await storedProfile(ctx.db, profileHashOf(url));
    ctx.audit('directory.profile_shown', { profile_hash: profileHashOf(url) });
    return found ?? ctx.fail('not_found', { detail: 'This profile is not in the directory.' });
  },
});
