import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

const domainList = (doc: string) =>
  setting(Type.Array(Type.String({ maxLength: 253 }), { maxItems: 1000 }), {
    default: [],
    unit: null,
    doc,
    effect: 'From the next sign-up.',
    refuse(domains) {
      const wrong = domains.find((one) => !domain.test(one));
      return wrong === undefined
        ? null
        : `'${wrong}' is not a domain in small letters, such as mail.example.com`;
    },
  });

export const signupSettings = {
  email_domains_refused: domainList(
    'Domains whose addresses may not sign up, with every domain below them. The list of services for temporary mailboxes is refused anyway.',
  ),
  email_domains_allowed: domainList(
    'Domains whose addresses may sign up, with every domain below them, although one of the lists refuses them. A lock still holds.',
  ),
  alias_relays_allowed: setting(Type.Boolean(), {
    default: true,
    unit: null,
    doc: 'Whether addresses of SimpleLogin, addy.io and 33mail may sign up. They give one mailbox any number of addresses.',
    effect: 'From the next sign-up.',
  }),
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
