import type { Door } from './access.ts';
import { kernelErrors } from './errors.ts';
import type { ErrorDefinition } from './failure.ts';
import type { Domain, Job, Operation } from './operation.ts';

/** Everything the program can do. HTTP, OpenAPI, MCP, the command line and the tests all follow from it. */
export interface Manifest {
  operations: readonly Operation[];
  jobs: readonly Job[];
  errors: ReadonlyMap<string, ErrorDefinition>;
}

/** Puts the domains together and refuses what contradicts itself, when the program starts. */
export function manifestOf(domains: readonly Domain[]): Manifest {
  const operations = domains.flatMap((domain) => domain.operations) as Operation[];
  const jobs = domains.flatMap((domain) => domain.jobs ?? []);
  const errors = new Map<string, ErrorDefinition>(Object.entries(kernelErrors));
  for (const domain of domains) {
    for (const [code, definition] of Object.entries(domain.errors ?? {})) {
      if (errors.has(code)) throw new Error(`the code ${code} is declared twice`);
      errors.set(code, definition);
    }
  }
  refuseTwins(operations.map((declared) => declared.id));
  refuseTwins(jobs.map((job) => job.id));
  refuseTwins(operations.flatMap((declared) => declared.doors.map(doorName)));
  for (const declared of operations) {
    for (const code of declared.errors) {
      if (!errors.has(code)) throw new Error(`${declared.id} declares the unknown code ${code}`);
    }
  }
  return { operations, jobs, errors };
}

export const doorName = (door: Door): string => `${door.method} ${door.path}`;

function refuseTwins(names: string[]): void {
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin) throw new Error(`${twin} is registered twice`);
}
