import { allows } from '#core/machine/development.ts';
import type { WebOptions } from '../web-options.ts';

/** A service that vouches for people. */
export interface Provider {
  /** Names it in handles and in the audit log, without a colon. */
  id: string;
  /** For people. */
  name: string;
  isDevelopment: boolean;
  issuer(): string;
  clientId: string;
  clientSecret: string;
  /** Whether an email counts without the provider saying that it is verified. */
  trustsEmails: boolean;
}

/** Where the callback of every sign-in is, for customers and operators. */
export const callbackPath = '/app/sign-in/callback';
export const developmentPath = '/app/sign-in/development';

/** Null if sign-in is off: no provider is configured, and the development sign-in is off. */
export function providerOf({ config, ownUrl }: Pick<WebOptions, 'config' | 'ownUrl'>): Provider | null {
  const { OIDC_ISSUER: issuer, OIDC_NAME: name } = config;
  if (issuer) {
    return {
      id: providerId(issuer),
      name: name || new URL(issuer).hostname,
      isDevelopment: false,
      issuer: () => issuer,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      trustsEmails: config.OIDC_EMAILS === 'trusted',
    };
  }
  if (!allows(config, 'DEVELOPMENT_SIGN_IN')) return null;
  return {
    id: 'development',
    name: 'the development sign-in',
    isDevelopment: true,
    issuer: () => ownUrl() + developmentPath,
    clientId: 'contactry',
    clientSecret: '',
    trustsEmails: false,
  };
}

const idLengthMax = 80;

/** The issuer without its scheme. Two providers at one host differ in their paths. */
const providerId = (issuer: string): string =>
  issuer
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .replaceAll(':', ';')
    .slice(-idLengthMax);
