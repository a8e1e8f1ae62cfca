import { type Import, importsOf } from '../../architecture/imports.ts';

const known = new Map<string, string[]>();

/** The files of the project that a file imports as soon as it is loaded. */
function importedBy(file: string): string[] {
  let imported = known.get(file);
  if (!imported) {
    const atOnce = ({ kind, typeOnly, isLazy }: Import) => kind === 'own' && !typeOnly && !isLazy;
    imported = /\.tsx?$/.test(file)
      ? importsOf(file)
          .filter(atOnce)
          .map(({ target }) => target)
      : [];
    known.set(file, imported);
  }
  return imported;
}

/** Whether a file imports one of others, directly or through what it imports. Paths are below the project. */
export function loads(file: string, ...others: string[]): boolean {
  const reached = new Set([file]);
  for (const at of reached) for (const next of importedBy(at)) reached.add(next);
  return others.some((other) => reached.has(other));
}

/**
 * Whether the server in TEST_DATABASE_URL or TEST_REDIS_URL takes part in a test. Tests in a browser don’t count: pages
 * depend on the answers of the API, which its own tests compare. Nor do those that start two servers of their own, or that
 * stop and kill the program, which any server outlives alike.
 */
export const usesServers = (file: string): boolean =>
  loads(file, 'test/support/database.ts', 'test/support/redis.ts') &&
  !loads(file, 'test/support/browser.ts', 'test/support/two-servers.ts', 'test/support/program.ts');
