import type { Domain, Manifest } from './domain.ts';
import { doorName } from './door.ts';
import { kernelErrors } from './errors.ts';
import { FileOutput } from './file-answer.ts';
import { type Operation, storesAnswers } from './operation.ts';

/** Puts the domains together and refuses what contradicts itself, when the program starts. */
export function manifestOf(domains: readonly Domain[]): Manifest {
  const operations = domains.flatMap((domain) => domain.operations ?? []) as Operation[];
  const jobs = domains.flatMap((domain) => domain.jobs ?? []);
  const personalData = domains.flatMap((domain) => domain.personalData ?? []);
  const errors = new Map(united([kernelErrors, ...domains.map((domain) => domain.errors)]));
  refuseTwins(domains.map(({ id }) => id));
  refuseTwins(operations.map(({ id }) => id));
  refuseTwins(jobs.map(({ id }) => id));
  refuseTwins(personalData.map(({ id }) => id));
  refuseTwins(operations.flatMap(({ doors }) => doors.map(doorName)));
  for (const declared of operations) {
    for (const code of declared.errors) {
      if (!errors.has(code)) throw new Error(`${declared.id} declares the unknown code ${code}`);
    }
    refuseContradictions(declared);
  }
  return {
    domains,
    operations,
    jobs,
    errors,
    variables: Object.fromEntries(united(domains.map(({ variables }) => variables))),
    settings: Object.fromEntries(united(domains.map(({ settings }) => settings))),
    personalData,
  };
}

function refuseContradictions(declared: Operation): void {
  const { id, output, contentType, account, doors } = declared;
  if (output === FileOutput && storesAnswers(declared)) {
    throw new Error(`${id} answers with a file, which can't be stored: set its idempotency`);
  }
  if (output === FileOutput && !contentType)
    throw new Error(`${id} answers with a file: name its contentType`);
  if (account && doors.some(({ access }) => ['public', 'admin', 'signed'].includes(access))) {
    throw new Error(`${id} needs an account, and one of its doors has none`);
  }
}

/** The entries of all parts; no name may stand in two of them. */
function united<Value>(parts: readonly (Readonly<Record<string, Value>> | undefined)[]): [string, Value][] {
  const entries = parts.flatMap((part) => Object.entries(part ?? {}));
  refuseTwins(entries.map(([name]) => name));
  return entries;
}

function refuseTwins(names: string[]): void {
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin) throw new Error(`${twin} is registered twice`);
}
