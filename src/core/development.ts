import { type Config, oneOf, type Variable, variable } from './environment.ts';
import { isLoopbackName } from './loopback.ts';

/** Each is a variable, with what it means where others can reach the service. */
export const developmentFeatures = {
  SANDBOX_PAYMENTS:
    'The sandbox takes payments, so anyone who reaches the service gets credits without paying.',
  DEVELOPMENT_SIGN_IN:
    'Without OIDC_ISSUER, anyone who reaches the service signs in under any address, operators’ too.',
  VENDOR_STAND_INS:
    'Other servers may stand in for vendors: base URLs other than their own, and SITE_STAND_INS. They receive credentials and decide answers.',
  MESSAGE_OUTBOX:
    'Without WHATSAPP_TOKEN, operators read WhatsApp codes in an outbox and nobody receives them.',
  SAMPLE_INVOICES: 'Without SUPPLIER_GSTIN, invoices are samples of a fictional supplier.',
  PRINTED_SECRETS: 'The first start shows the secrets, a test key and a link to the console on the terminal.',
  FRESH_PAGES: 'The pages are built again when their sources have changed, not at the start.',
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

/** The program's own tests, in which what nobody declared is an error. */
export const isUnderTest = ({ NODE_ENV }: Config): boolean => NODE_ENV === 'test';
