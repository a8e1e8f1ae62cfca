import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Manifest } from '#core/domain.ts';
import {
  type Config,
  changingSecret,
  entries,
  InvalidValue,
  oneOf,
  rejectValue,
  secret,
  text,
  url,
  variable,
  wholeNumber,
} from '#core/environment.ts';
import { developmentVariables } from '#core/machine/development.ts';
import { readDatabaseUrl } from '#platform/database/database-url.ts';
import { tracingVariables } from '#platform/tracing/variables.ts';
import { plainIpAddress } from '#values/ip-addresses/index.ts';
import { manifest as everyDomain } from '../manifest.ts';
import { StartupError } from './startup-error.ts';

const cidrs = (value: string) =>
  entries(value).map((entry) =>
    isAddressOrCidr(entry) ? undotted(entry) : rejectValue(`has '${entry}', which is not an address or CIDR`),
  );
/** Rejects short forms such as `10.1`, which `ipaddr.js` accepts: they are more likely typos. */
const isAddressOrCidr = (entry: string) =>
  isIP(entry.split('/')[0]!) !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
/** Fastify reads the IPv6 address `::10.0.0.1` as 10.0.0.1. */
const undotted = (entry: string) =>
  entry.replace(/^::[\d.]+\.\d+(?=\/|$)/, (address) => plainIpAddress(address)!);

/** As browsers write it in `Origin`: scheme, host and port, nothing behind. */
function websiteOrigin(entry: string): string {
  const { origin, protocol } = URL.parse(entry) ?? {};
  const isOrigin = origin === entry.toLowerCase() && (protocol === 'https:' || protocol === 'http:');
  return isOrigin ? origin : rejectValue(`must list origins such as https://www.example.com, not '${entry}'`);
}

/** A URL of one server, or of several of which one is used. */
const databaseUrl =
  (...kinds: string[]) =>
  (value: string): string => {
    const { url: first } =
      readDatabaseUrl(value) ??
      rejectValue(
        'must be a URL such as postgres://user:password@host:5432/name, with commas between several hosts',
      );
    const wanted = new URL(first).searchParams.get('target_session_attrs');
    if (wanted === null || kinds.includes(wanted)) return value.replace(/\/+$/, '');
    return rejectValue(`has target_session_attrs=${wanted}, but only ${kinds.join(' or ')} can be used`);
  };
const ofPrimary = databaseUrl('read-write', 'primary');
const ofStandby = databaseUrl('standby', 'prefer-standby');

/** The variables that belong to no domain. Domains declare theirs in their manifests. */
export const platformVariables = {
  HOST: variable('Address to listen on.', '127.0.0.1', text),
  PORT: variable('Port to listen on. 0 picks a free one.', 8080, wholeNumber(0, 65535)),
  CONNECTIONS_MAX: variable(
    'Maximum number of open connections. Further ones are closed, including health checks.',
    2000,
    wholeNumber(10, 1_000_000),
  ),
  METRICS_PORT: variable(
    'Port that serves /metrics to Prometheus without a secret. Without it, only PORT serves /metrics, with x-admin-secret.',
    null as number | null,
    wholeNumber(0, 65535),
    '9464',
  ),
  METRICS_HOST: variable(
    'Address for METRICS_PORT. Anyone who can reach it can read the metrics.',
    '127.0.0.1',
    text,
  ),
  PUBLIC_URL: variable(
    'URL at which callers reach the service. Used in links.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com',
  ),
  WEBSITE_ORIGINS: variable(
    'Origins of websites that may call the API from a browser (CORS): the price list, campaigns, checkout, claim token and lookups. Comma-separated. Default: none.',
    [] as string[],
    (value) => entries(value).map(websiteOrigin),
    'https://www.example.com',
  ),
  DATA_DIR: variable('Folder for the embedded database and the generated secrets.', 'data', text),
  DATABASE_URL: variable(
    'Your own PostgreSQL, version 15 or newer; of several servers with commas between them, the one that takes writes. Without it, the embedded PostgreSQL 18 in DATA_DIR is used.',
    '',
    ofPrimary,
    'postgres://contactry:password@db.example.com/contactry',
  ),
  DATABASE_DIRECT_URL: variable(
    'If DATABASE_URL is a connection pooler in transaction mode, such as PgBouncer: the PostgreSQL behind it, for work that needs a session.',
    '',
    ofPrimary,
    'postgres://contactry:password@db.example.com/contactry',
  ),
  DATABASE_READ_URL: variable(
    'A standby of DATABASE_URL for reports and exports, which may be seconds old; of several servers with commas between them, the one that is a standby. While it is away, DATABASE_URL answers.',
    '',
    ofStandby,
    'postgres://contactry:password@db2.example.com/contactry',
  ),
  POSTGRES_BIN: variable(
    'Folder with the programs of a PostgreSQL 18 (postgres, initdb, pg_ctl) for the embedded database. By default, a newer minor release on this machine is used, or else the installed package. No effect with DATABASE_URL.',
    '',
    text,
    '/usr/lib/postgresql/18/bin',
  ),
  DIRECTORY_URL: variable(
    'In a cell: the address of the installation that keeps the directory and the suppression list, which this database subscribes to. See docs/guide/scaling.md.',
    '',
    url('http:', 'https:'),
    'https://directory.example.com',
  ),
  REDIS_URL: variable(
    'Redis or Valkey, to share rate limits across processes. Without it, or while it is down, each process counts separately.',
    '',
    url('redis:', 'rediss:'),
    'redis://cache.example.com:6379',
  ),
  STOP_DELAY_SECONDS: variable(
    'Seconds between SIGTERM and closing the port. During that time GET /ready returns 503 and requests are still accepted, so that load balancers can switch over. Ctrl-C skips the delay.',
    2,
    wholeNumber(0, 300),
  ),
  ROLE: variable(
    'What this process does: answer requests (api), run background jobs (worker, which answers health checks alone), both (all), or serve the pages alone (web).',
    'all' as const,
    oneOf('all', 'api', 'worker', 'web'),
  ),
  WEB: variable(
    'Whether to serve the pages: the website, /app for customers and /console for operators. ROLE=api never does.',
    'on' as const,
    oneOf('on', 'off'),
  ),
  SUPPORT_EMAIL: variable(
    'Email address of support. The website, the sign-in and error pages show it. Default: SALES_EMAIL, then CONTACT_URL.',
    '',
    (value) => (/^[^\s@]+@[^\s@]+$/.test(value) ? value : rejectValue('must be an email address')),
    'support@example.com',
  ),
  TERMS_URL: variable(
    'Your terms of service. The website and the sign-in link to them.',
    '',
    url('http:', 'https:'),
    'https://example.com/terms',
  ),
  API_URL: variable(
    'Where the pages reach the API. Required for ROLE=web. Default: this process.',
    '',
    url('http:', 'https:'),
    'http://contactry.internal:8080',
  ),
  NODE_ENV: variable(
    '`production` switches development features off, unless their own variables switch them on.',
    'development' as const,
    oneOf('development', 'production', 'test'),
  ),
  ...developmentVariables,
  INTERNAL_SECRET: variable(
    'Shared with the dashboard (x-internal-secret). During a change, the new one and the previous one, separated by a comma. Generated into DATA_DIR if not set.',
    '',
    changingSecret,
  ),
  ADMIN_SECRET: variable(
    'Shared with operators (x-admin-secret). During a change, the new one and the previous one, separated by a comma. Generated into DATA_DIR if not set.',
    '',
    changingSecret,
  ),
  SUPPRESSION_PEPPER: variable(
    'Keys the suppression list. Must be the same for all processes on a database and never change. Generated into DATA_DIR if not set.',
    '',
    secret,
  ),
  TRUSTED_PROXIES: variable(
    'Addresses or CIDRs of the proxies whose X-Forwarded-For you trust, comma-separated.',
    [] as string[],
    cidrs,
    '10.0.0.0/8,2001:db8::/32',
  ),
  LOG_LEVEL: variable(
    'fatal, error, warn, info (one line per request), debug, trace or silent; docs/guide/operating.md says what each shows.',
    'info' as const,
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  ...tracingVariables,
};

type VariableManifest = Pick<Manifest, 'domains' | 'variables'>;

/** The environment is invalid. `problems` has one sentence per variable. */
export class ConfigurationError extends StartupError {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** Parses the whole environment and reports every problem at once. An empty variable counts as absent. */
export function readConfig(
  environment: Record<string, string | undefined>,
  manifest: VariableManifest = everyDomain,
): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, { fallback, read }] of Object.entries({ ...platformVariables, ...manifest.variables })) {
    const given = environment[name]?.trim();
    try {
      config[name] = given ? read(given) : fallback;
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      config[name] = fallback;
      problems.push(`${name} ${error.message}`);
    }
  }
  if (config.DATABASE_DIRECT_URL && !config.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the pooler.');
  if (config.DATABASE_READ_URL && !config.DATABASE_URL)
    problems.push('DATABASE_READ_URL needs DATABASE_URL, the primary.');
  for (const { refusedVariables } of manifest.domains) {
    problems.push(...(refusedVariables?.(config as unknown as Config) ?? []));
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  config.DATA_DIR = resolve(config.DATA_DIR as string);
  return config as unknown as Config;
}

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const lines = Object.entries({ ...platformVariables, ...everyDomain.variables }).map(
    ([name, { doc, fallback, example }]) => {
      const shown = example ?? (Array.isArray(fallback) ? fallback.join(',') : String(fallback));
      return `# ${doc}\n#${name}=${shown}\n`;
    },
  );
  return `# Everything here is optional. To set a variable, copy this file to .env,\n# which the service and ./contactry read, and remove the # in front of its line.\n# A variable set in the environment takes precedence.\n\n${lines.join('\n')}`;
}

/** The configuration, from the environment and from `.env` in the working folder. The environment takes precedence. */
export function readEnvironment(): Config {
  if (isReadable('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** False if the file doesn't exist. */
function isReadable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return false;
    throw new StartupError(`${resolve(file)} ${reasons[code] ?? `can't be read (${code}).`}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    "can't be read by the user that runs this process. Make that user its owner, or let its group read it.",
  EISDIR: 'is a folder. Remove it: .env must be a file with one NAME=value per line.',
};
