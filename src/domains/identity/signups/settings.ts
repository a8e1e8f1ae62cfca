import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const signupSettings = {
  signups_open: setting(Type.Boolean(), {
    default: true,
    unit: null,
    doc: 'Whether new people may sign up.',
    effect: 'From the next sign-up.',
  }),
  signups_per_address_per_hour: setting(Type.Integer({ minimum: 1, maximum: 10_000 }), {
    default: 10,
    unit: 'attempts',
    doc: 'Sign-ups that one address may attempt in an hour. An IPv6 address counts by its /64.',
    effect: 'From the next sign-up.',
  }),
  signup_attempts_kept_days: setting(Type.Integer({ minimum: 1, maximum: 3650 }), {
    default: 90,
    unit: 'days',
    doc: 'How long sign-up attempts are kept with their evidence.',
    effect: 'At the next daily clean-up, 03:53 UTC.',
  }),
};
