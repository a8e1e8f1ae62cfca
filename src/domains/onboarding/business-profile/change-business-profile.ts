import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { businessProfileOf, profileOnWire } from '../onboarding-of.ts';
import { BusinessProfile, profileMembers } from '../shapes.ts';
import { profileFaults, readProfile } from './judge-profile.ts';
import { saveProfile } from './save-profile.ts';

export const changeBusinessProfile = operation({
  id: 'onboarding.change-business-profile',
  summary: 'Change the name, address or GSTIN on future invoices',
  description:
    'Replaces the whole profile: an optional member that you omit becomes empty. The former profile is kept with its date. ' +
    'The verified email and WhatsApp number cannot be changed here.',
  kind: 'command',
  doors: [dashboard('PATCH', '/internal/identity/business-profile')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object(profileMembers),
  example: {
    account_id: 'acme-42',
    first_name: 'Asha',
    last_name: 'Example',
    address_line1: '12 Example Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    gstin: '29ABCDE1234F1ZW',
    address_line2: 'Second floor',
  },
  check: profileFaults,
  output: BusinessProfile,
  errors: ['account_locked', 'onboarding_not_started'],

  async run(ctx, given) {
    await refuseLocked(ctx);
    if (!(await businessProfileOf(ctx.db, ctx.account.id))) return ctx.fail('onboarding_not_started');

    return profileOnWire(await saveProfile(ctx, readProfile(given)));
  },
});
