import { type Config, oneOf, type Variable, variable } from '../environment.ts';

/** Each is a variable, with what it means where others can reach the service. */
export const developmentFeatures = {
  SANDBOX_PAYMENTS:
    'The sandbox takes payments, so anyone who reaches the service gets credits without paying.',
  DEVELOPMENT_SIGN_IN:
    'Without OIDC_ISSUER, anyone who reaches the service signs in under any address, including operators’ addresses.',
  VENDOR_STAND_INS:
    'Vendors can be replaced by other servers: base URLs other than the vendors’ own, and SITE_STAND_INS. These servers receive credentials and control answers.',
  MESSAGE_OUTBOX: 'Without WHATSAPP_TOKEN, WhatsApp codes are not sent. Operators read them in an outbox.',
  MAIL_OUTBOX: 'Without SMTP_URL and MAIL_WEBHOOK_URL, mails are not sent. The page /dev/mails shows them.',
  SAMPLE_INVOICES: 'Without SUPPLIER_GSTIN, invoices are samples of a fictional supplier.',
  PRINTED_SECRETS:
    'The first start prints the secrets, a test key and a link to the console on the terminal.',
  FRESH_PAGES: 'The pages are rebuilt when their source files change, instead of at startup.',
} as const;
export type DevelopmentFeature = keyof typeof developmentFeatures;

const names = Object.keys(developmentFeatures) as DevelopmentFeature[];
type Choice = 'on' | 'off' | null;

export const developmentVariables = Object.fromEntries(
  names.map((name) => [
    name,
    variable(
      `Development feature, on or off. ${developmentFeatures[name]} Default: on while only this machine reaches the service (docs/guide/deploying.md).`,
      null as Choice,
      oneOf('on', 'off'),
      'on',
    ),
  ]),
) as Record<DevelopmentFeature, Variable<Choice>>;

/** Nothing says that another machine reaches the service. */
const isOwnMachine = ({ NODE_ENV, HOST, PUBLIC_URL, TRUSTED_PROXIES }: Config): boolean =>
  NODE_ENV !== 'production' &&
  isLoopbackName(HOST) &&
  (!PUBLIC_URL || isLoopbackName(new URL(PUBLIC_URL).hostname)) &&
  TRUSTED_PROXIES.length === 0;

/** Decides for every development feature: by its own variable, else by whether only this machine reaches the service. */
export const allows = (config: Config, feature: DevelopmentFeature): boolean =>
  config[feature] === null ? isOwnMachine(config) : config[feature] === 'on';

/** The features that are on because a variable says so, where others may reach the service. */
export const openedFeatures = (config: Config): DevelopmentFeature[] =>
  isOwnMachine(config) ? [] : names.filter((name) => config[name] === 'on');

/** The program's own tests. Anything undeclared is an error in them. */
export const isUnderTest = ({ NODE_ENV }: Config): boolean => NODE_ENV === 'test';

/** Whether the host name of a URL stands for this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(hostname);
