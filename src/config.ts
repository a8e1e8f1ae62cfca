import { isIP } from 'node:net';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Manifest } from '#core/domain.ts';
import {
  type Config,
  type ConfigOf,
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
import { plainIpAddress } from '#values/ip-addresses/ip-address.ts';
import { manifest as everyDomain } from './manifest.ts';
import { StartRefused } from './start-refused.ts';

const cidrs = (value: string) =>
  entries(value).map((entry) =>
    isAddressOrCidr(entry) ? undotted(entry) : rejectValue(`has '${entry}', which is not an address or CIDR`),
  );
/** In full: short forms such as `10.1`, which `ipaddr.js` also reads, are taken for typing errors. */
const isAddressOrCidr = (entry: string) =>
  isIP(entry.split('/')[0]!) !== 0 && (ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry));
/** Fastify reads `::10.0.0.1`, an address of IPv6, as 10.0.0.1. */
const undotted = (entry: string) =>
  entry.replace(/^::[\d.]+\.\d+(?=\/|$)/, (address) => plainIpAddress(address)!);

/** The variables that no domain owns. Those of the domains stand in their manifests. */
export const platformVariables = {
  HOST: variable('Address to listen on.', '127.0.0.1', text),
  PORT: variable('Port to listen on; 0 takes a free one.', 8080, wholeNumber(0, 65535)),
  CONNECTIONS_MAX: variable(
    'Connections open at once. Beyond them a new one is closed, health checks among them.',
    2000,
    wholeNumber(10, 1_000_000),
  ),
  METRICS_PORT: variable(
    'Port on which Prometheus gets /metrics without a secret. Absent: only the port above has it, with x-admin-secret.',
    null as number | null,
    wholeNumber(0, 65535),
    '9464',
  ),
  METRICS_HOST: variable('Address of METRICS_PORT; whoever reaches it reads the metrics.', '127.0.0.1', text),
  PUBLIC_URL: variable(
    'Address under which callers reach the service; used in links.',
    '',
    url('http:', 'https:'),
    'https://contacts.example.com',
  ),
  DATA_DIR: variable('Folder for the embedded database and the generated secrets.', 'data', text),
  DATABASE_URL: variable(
    'An own PostgreSQL, 15 or newer. Absent: the embedded PostgreSQL 18 in DATA_DIR.',
    '',
    url('postgres:', 'postgresql:'),
    'postgres://contactry:password@db.example.com/contactry',
  ),
  REDIS_URL: variable(
    'Redis or Valkey, so that rate limits count across processes; it must answer at the start. Absent: each process counts by itself.',
    '',
    url('redis:', 'rediss:'),
    'redis://cache.example.com:6379',
  ),
  ROLE: variable(
    'What this process does: answer requests (api), run background jobs (worker, which answers health checks alone), or both.',
    'all' as const,
    oneOf('all', 'api', 'worker'),
  ),
  NODE_ENV: variable(
    'With `production`, stand-ins for vendors are refused.',
    'development' as const,
    oneOf('development', 'production', 'test'),
  ),
  INTERNAL_SECRET: variable(
    'Shared with the dashboard (x-internal-secret). Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  ADMIN_SECRET: variable(
    'Shared with operators (x-admin-secret). Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  SUPPRESSION_PEPPER: variable(
    'Keys the suppression list; the same for every process on one database, for good. Absent: generated into DATA_DIR.',
    '',
    secret,
  ),
  TRUSTED_PROXIES: variable(
    'Addresses or CIDRs of proxies whose X-Forwarded-For is believed, comma-separated.',
    [] as string[],
    cidrs,
    '10.0.0.0/8,2001:db8::/32',
  ),
  LOG_LEVEL: variable(
    'fatal, error, warn, info (one line a request), debug, trace or silent; docs/guide/operating.md says what each shows.',
    'info' as const,
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
};

declare module '#core/environment.ts' {
  interface Config extends ConfigOf<typeof platformVariables> {}
}

type VariableManifest = Pick<Manifest, 'domains' | 'variables'>;

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
  return `# Everything here is optional. Copy this file to .env, which the service and ./contactry read, and remove the #\n# in front of a line to set it. A variable that is set in the environment itself goes before.\n\n${lines.join('\n')}`;
}
