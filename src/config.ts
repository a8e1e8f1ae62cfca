import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { isWebhookSecret } from '#core/standard-webhooks.ts';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import {
  refusedInProduction,
  type SourceValues,
  sourceSettings,
} from '#platform/contact-sources/environment.ts';
import { plainIpAddress } from '#values/ip-addresses/ip-address.ts';
import { StartRefused } from './start-refused.ts';

/** One environment variable: what it is for, how its text is read, and what holds when it is absent. */
interface Setting<Value> {
  doc: string;
  example?: string;
  fallback: Value;
  read(text: string): Value;
}

const setting = <Value>(doc: string, fallback: Value, read: (text: string) => Value, example?: string) =>
  ({ doc, fallback, read, example }) satisfies Setting<Value>;

class Unreadable extends Error {}
const refuse = (why: string): never => {
  throw new Unreadable(why);
};

const text = (value: string) => value;
const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice =>
    choices.find((choice) => choice === value) ?? refuse(`must be one of ${choices.join(', ')}`);
const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : refuse(`must be a whole number from ${min} to ${max}`);
};
const url =
  (...protocols: string[]) =>
  (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value.replace(/\/+$/, '')
      : refuse(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
const secret = (value: string) => (value.length >= 16 ? value : refuse('must have at least 16 characters'));
const webhookSecret = (value: string) =>
  isWebhookSecret(value) ? value : refuse('must be whsec_ and the base64 of 24 to 64 random bytes');
const entries = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
const cidrs = (value: string) =>
  entries(value).map((entry) =>
    isAddressOrCidr(entry) ? undotted(entry) : refuse(`has '${entry}', which is not an address or CIDR`),
  );
/** In full: short forms such as `10.1`, which `ipaddr.js` also reads, are taken for typing errors. */
const isAddressOrCidr = (entry: string) =>
  isIP(entry.split('/')[0]!) !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
/** Fastify reads `::10.0.0.1`, an address of IPv6, as 10.0.0.1. */
const undotted = (entry: string) =>
  entry.replace(/^::[\d.]+\.\d+(?=\/|$)/, (address) => plainIpAddress(address)!);
const sourceIds: readonly string[] = allDescriptions.map(({ id }) => id);
const sources = (value: string) =>
  entries(value).map((id) =>
    id === 'all' || sourceIds.includes(id)
      ? id
      : refuse(`names '${id}', which is not a source; the choices are all, ${sourceIds.join(', ')}`),
  );

/** Every variable the service reads. `.env.example` is made from this list. */
export const settings = {
  HOST: setting('Address to listen on.', '127.0.0.1', text),
  PORT: setting('Port to listen on; 0 takes a free one.', 8080, wholeNumber(0, 65535)),
  CONNECTIONS_MAX: setting(
    'Connections open at once. Beyond them a new one is closed, health checks among them.',
    2000,
    wholeNumber(10, 1_000_000),
  ),
  METRICS_PORT: setting(
    'Port on which Prometheus gets /metrics without a secret. Absent: only the port above has it, with x-admin-secret.',
    null as number | null,
    wholeNumber(0, 65535),
    '9464',
  ),
  METRICS_HOST: setting('Address of METRICS_PORT; whoever reaches it reads the metrics.', '127.0.0.1', text),
  PUBLIC_URL: setting(
    'Address under which callers reach the service; used in links.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com',
  ),
  DATA_DIR: setting('Folder for the embedded database and the generated secrets.', 'data', text),
  DATABASE_URL: setting(
    'An own PostgreSQL, 15 or newer. Absent: the embedded PostgreSQL 18 in DATA_DIR.',
    '',
    url('postgres:', 'postgresql:'),
    'postgres://contactry:password@db.example.com/contactry',
  ),
  REDIS_URL: setting(
    'Redis or Valkey, so that rate limits count across processes; it must answer at the start. Absent: each process counts by itself.',
    '',
    url('redis:', 'rediss:'),
    'redis://cache.example.com:6379',
  ),
  ROLE: setting(
    'What this process does: answer requests, run background jobs, or both.',
    'all' as const,
    oneOf('all', 'api', 'worker'),
  ),
  NODE_ENV: setting(
    'With `production`, stand-ins for vendors are refused.',
    'development' as const,
    oneOf('development', 'production', 'test'),
  ),
  INTERNAL_SECRET: setting(
    'Shared with the dashboard (x-internal-secret). Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  ADMIN_SECRET: setting(
    'Shared with operators (x-admin-secret). Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  SUPPRESSION_PEPPER: setting(
    'Keys the suppression list; the same for every process on one database, for good. Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  TRUSTED_PROXIES: setting(
    'Addresses or CIDRs of proxies whose X-Forwarded-For is believed, comma-separated.',
    [] as string[],
    cidrs,
    '10.0.0.0/8,2001:db8::/32',
  ),
  SOURCES: setting(
    'Sources to ask when the directory has no answer, comma-separated, or `all`; an operator can change it at run time. Absent: none.',
    [] as string[],
    sources,
    'github,gitlab,website',
  ),
  CONTACT_URL: setting(
    'A page that says who runs this service; named to every site and vendor that is asked. PUBLIC_URL if absent.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com/about',
  ),
  MAIL_WEBHOOK_URL: setting(
    'Your own sender of mails: takes a signed JSON POST for each (docs/guide/privacy.md). Absent: opt-outs by e-mail wait for an operator.',
    '',
    url('http:', 'https:'),
    'https://mailer.example.com/contactry',
  ),
  MAIL_WEBHOOK_SECRET: setting(
    'Signs what goes to MAIL_WEBHOOK_URL (Standard Webhooks).',
    '',
    webhookSecret,
    'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  ),
  LOG_LEVEL: setting(
    'fatal, error, warn, info, debug, trace or silent.',
    'info' as const,
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  ...sourceSettings(refuse),
};

type Settings = typeof settings;
export type Config = {
  [Name in keyof Settings]: ReturnType<Settings[Name]['read']> | Settings[Name]['fallback'];
};

/** The environment does not say what the service needs; `problems` has one sentence a variable. */
export class ConfigurationError extends StartRefused {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

/** Reads the whole environment once, and reports every problem at once. An empty variable counts as absent. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [name, { fallback, read }] of Object.entries(settings)) {
    const given = environment[name]?.trim();
    try {
      config[name] = given ? (read as (text: string) => unknown)(given) : fallback;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      config[name] = fallback;
      problems.push(`${name} ${error.message}`);
    }
  }
  if (config.MAIL_WEBHOOK_URL && !config.MAIL_WEBHOOK_SECRET) {
    problems.push('MAIL_WEBHOOK_SECRET must be set when MAIL_WEBHOOK_URL is');
  }
  if (config.NODE_ENV === 'production') {
    problems.push(...refusedInProduction(config as SourceValues));
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  config.DATA_DIR = resolve(config.DATA_DIR as string);
  return config as Config;
}

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const lines = Object.entries(settings).map(([name, { doc, fallback, example }]) => {
    const shown = example ?? (Array.isArray(fallback) ? fallback.join(',') : String(fallback));
    return `# ${doc}\n#${name}=${shown}\n`;
  });
  return `# Everything here is optional. Copy this file to .env, which the service and ./contactry read, and remove the #\n# in front of a line to set it. A variable that is set in the environment itself goes before.\n\n${lines.join('\n')}`;
}
