import { type Config, entries, oneOf, rejectValue, text, variable, webhookUrl } from '#core/environment.ts';
import { isLoopbackName } from '#core/machine/development.ts';

export const signInVariables = {
  OIDC_ISSUER: variable(
    'The OpenID Connect provider that people sign in with, for the pages at /app and /console.',
    '',
    webhookUrl,
    'https://accounts.example.com',
  ),
  OIDC_CLIENT_ID: variable('The client that you registered with the provider.', '', text, 'contactry'),
  OIDC_CLIENT_SECRET: variable('The secret of that client. Leave it out for a public client.', '', text),
  OIDC_NAME: variable(
    'The name of the provider on the sign-in page. Default: its host.',
    '',
    text,
    'Example Works',
  ),
  OIDC_EMAILS: variable(
    'Which emails of the provider count: those that it calls verified, or all of them (trusted), if it only has addresses that you gave out.',
    'verified' as const,
    oneOf('verified', 'trusted'),
  ),
  OPERATORS: variable(
    'Email addresses of those who may sign in to /console, comma-separated. A person who is removed from the list is signed out, and their links stop working. Without it, only links from ./contactry console open the console.',
    [] as string[],
    (value) => entries(value).map(address),
    'mira@operators.example.com',
  ),
};

const address = (entry: string): string =>
  /^[!-?A-~]+@[!-?A-~]+$/.test(entry)
    ? entry.toLowerCase()
    : rejectValue(`has '${entry}', which is not an email address`);

/** One sentence per variable that contradicts another. */
export const refusedVariables = (config: Config): string[] => [
  ...refusedRole(config),
  ...refusedIssuer(config),
];

function refusedRole({ ROLE, WEB, API_URL, INTERNAL_SECRET, PUBLIC_URL }: Config): string[] {
  if (ROLE !== 'web') return [];
  const missing = Object.entries({ API_URL, INTERNAL_SECRET })
    .filter(([, value]) => !value)
    .map(([name]) => `${name} must be set, because ROLE is web`);
  return [
    ...missing,
    ...(WEB === 'off' ? ['WEB must not be off, because ROLE is web'] : []),
    ...(PUBLIC_URL && new URL(PUBLIC_URL).pathname !== '/'
      ? ['PUBLIC_URL must have no path, because ROLE is web']
      : []),
  ];
}

function refusedIssuer({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client }: Config): string[] {
  if (!issuer) return client ? ['OIDC_CLIENT_ID needs OIDC_ISSUER'] : [];
  const { protocol, hostname } = new URL(issuer);
  return [
    ...(client ? [] : ['OIDC_CLIENT_ID must be set, because OIDC_ISSUER is']),
    ...(protocol === 'https:' || isLoopbackName(hostname)
      ? []
      : ['OIDC_ISSUER must start with https://, unless it is on this machine']),
  ];
}
