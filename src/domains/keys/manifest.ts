import { domain } from '#core/domain.ts';
import { addAccountKey } from './account-keys/add-account-key.ts';
import { announceExpiring } from './account-keys/announce-expiring.ts';
import { changeAccountKey } from './account-keys/change-account-key.ts';
import { listAccountKeys } from './account-keys/list-account-keys.ts';
import { replaceAccountKey } from './account-keys/replace-account-key.ts';
import { revokeAccountKey } from './account-keys/revoke-account-key.ts';
import { keyData } from './account-rows.ts';
import { changeKey } from './change-key.ts';
import { createKey } from './create-key.ts';
import { ensureKey } from './ensure-key.ts';
import { keyErrors } from './errors.ts';
import { keyJourney } from './journey.ts';
import { liftBan } from './lift-ban.ts';
import { listKeys } from './list-keys.ts';
import { openKeys } from './open-keys.ts';
import { regenerateKey } from './regenerate-key.ts';
import { revokeKey } from './revoke-key.ts';
import { keySettings } from './settings.ts';
import { showKey } from './show-key.ts';

/** API keys: issuing, rate limits, bans and revocation. */
export const keys = domain({
  id: 'keys',
  title: 'Keys',
  description: 'API keys: making, replacing and revoking them, where they may be used and how often.',
  operations: [
    createKey,
    listKeys,
    showKey,
    listAccountKeys,
    addAccountKey,
    changeAccountKey,
    replaceAccountKey,
    revokeAccountKey,
    ensureKey,
    regenerateKey,
    liftBan,
    changeKey,
    revokeKey,
  ],
  jobs: [announceExpiring],
  errors: keyErrors,
  settings: keySettings,
  accountData: keyData,
  journey: [keyJourney],
  open: openKeys,
});
