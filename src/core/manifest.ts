import { FileOutput } from './answers/file-answer.ts';
import type { Domain, Manifest } from './domain.ts';
import { doorName } from './door.ts';
import { type Operation, storesAnswers } from './operation.ts';
import { kernelErrors } from './parts/errors.ts';
import type { SettingDefinitions } from './parts/setting.ts';

/** Combines the domains at startup. Throws if two of them conflict. */
export function manifestOf(domains: readonly Domain[]): Manifest {
  const operations = domains.flatMap((domain) => domain.operations ?? []) as Operation[];
  const jobs = domains.flatMap((domain) => domain.jobs ?? []);
  const personalData = domains.flatMap((domain) => domain.personalData ?? []);
  const accountData = domains.flatMap((domain) => domain.accountData ?? []);
  const journey = domains.flatMap((domain) => domain.journey ?? []);
  const health = domains.flatMap((domain) => domain.health ?? []);
  const backgroundMigrations = domains.flatMap((domain) => domain.backgroundMigrations ?? []);
  const errors = new Map(mergeEntries([kernelErrors, ...domains.map((domain) => domain.errors)]));
  rejectDuplicates(domains.map(({ id }) => id));
  rejectDuplicates(operations.map(({ id }) => id));
  rejectDuplicates(jobs.map(({ id }) => id));
  rejectDuplicates(personalData.map(({ id }) => id));
  rejectDuplicates(accountData.flatMap(({ tables }) => Object.keys(tables)));
  rejectDuplicates(journey.map(({ id }) => id));
  rejectDuplicates(health.map(({ id }) => id));
  rejectDuplicates(backgroundMigrations.map(({ id }) => id));
  rejectDuplicates(operations.flatMap(({ mcp }) => mcp?.name ?? []));
  rejectDuplicates(operations.flatMap(({ doors }) => doors.map(doorName)));
  for (const declared of operations) {
    for (const code of declared.errors) {
      if (!errors.has(code)) throw new Error(`${declared.id} declares an unknown code, ${code}`);
    }
    rejectContradictions(declared);
  }
  return {
    domains,
    operations,
    jobs,
    errors,
    variables: Object.fromEntries(mergeEntries(domains.map(({ variables }) => variables))),
    formOrigins: domains.flatMap(({ formOrigins = [] }) => formOrigins),
    settings: Object.fromEntries(mergeEntries(domains.map(settingsOf))),
    personalData,
    accountData,
    journey,
    health,
    backgroundMigrations,
  };
}

function rejectContradictions(declared: Operation): void {
  const { id, output, contentType, account, doors, mcp } = declared;
  if (output === FileOutput && storesAnswers(declared)) {
    throw new Error(
      `${id} answers with a file, which can't be stored. Set its idempotency to "own" or "none".`,
    );
  }
  if (output === FileOutput && !contentType)
    throw new Error(`${id} answers with a file. Set its contentType.`);
  if (account && doors.some(({ access }) => ['public', 'admin', 'signed'].includes(access))) {
    throw new Error(`${id} requires an account, but one of its doors has none.`);
  }
  if (mcp && (!account || (output as { type?: string }).type !== 'object')) {
    throw new Error(`${id} is a tool, so it requires an account and answers with an object.`);
  }
  const notCacheable = doors.find(
    ({ access, method, cacheSeconds }) =>
      cacheSeconds !== undefined && (access !== 'public' || method !== 'GET'),
  );
  if (notCacheable) throw new Error(`${doorName(notCacheable)} must not be cached: it is not a public GET.`);
}

const settingsOf = ({ title, settings = {} }: Domain): SettingDefinitions =>
  Object.fromEntries(
    Object.entries(settings).map(([name, definition]) => [name, { ...definition, group: title }]),
  );

/** Merges the entries of all parts. Every name must be unique. */
function mergeEntries<Value>(
  parts: readonly (Readonly<Record<string, Value>> | undefined)[],
): [string, Value][] {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}));
  rejectDuplicates(entries.map(([name]) => name));
  return entries;
}

function rejectDuplicates(names: string[]): void {
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin) throw new Error(`${twin} is registered twice`);
}
