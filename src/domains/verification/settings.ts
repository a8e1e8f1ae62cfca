import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';
import { orNull } from '#core/shapes.ts';
import { asciiHostName, normaliseEmail } from '#values/contacts/index.ts';

const perHour = Type.Integer({ minimum: 1, maximum: 1_000_000 });

export const verificationSettings = {
  verification_on: setting(Type.Boolean(), {
    default: false,
    unit: null,
    doc: 'Whether emails are checked: their form, DNS, and their mail server up to RCPT TO. No mail is sent.',
    effect: 'Within a minute.',
  }),
  verification_days: setting(Type.Integer({ minimum: 1, maximum: 365 }), {
    default: 30,
    unit: 'days',
    doc: 'How long a verdict on an email counts. It is checked again before.',
    effect: 'For verdicts from now on.',
  }),
  verification_per_hour: setting(
    Type.Object({ host: perHour, all: perHour }, { additionalProperties: false }),
    {
      default: { host: 60, all: 2_000 },
      unit: 'questions per hour',
      doc: 'Questions to one mail server, and to all of them and the vendor together, at most.',
      effect: 'From the next question.',
      refuse: ({ host, all }) => (all < host ? "'all' should be at least 'host'" : null),
    },
  ),
  verification_helo: setting(Type.String({ maxLength: 253 }), {
    default: '',
    unit: null,
    doc: 'The name by which the service greets mail servers. It must resolve to the address from which you connect, and that address back to it. Without it, only DNS is asked.',
    effect: 'From the next question.',
    refuse: (name) =>
      name === '' || asciiHostName(name) === name ? null : 'It must be a host name, in lower case',
  }),
  verification_sender: setting(Type.String({ maxLength: 254 }), {
    default: '',
    unit: null,
    doc: 'The address in MAIL FROM. Its domain must accept mail and let your address send. Without it, only DNS is asked.',
    effect: 'From the next question.',
    refuse: (address) => {
      const normalised = normaliseEmail(address);
      return address === '' || (normalised.ok && normalised.value === address)
        ? null
        : 'It must be an email address, in lower case';
    },
  }),
  verification_vendor: setting(orNull(Type.Enum(['zerobounce', 'reacher'])), {
    default: null,
    unit: null,
    doc: 'The vendor that is asked where our own check gives no answer, such as where port 25 is blocked. Its key is an environment variable.',
    effect: 'From the next check.',
  }),
};
