import type { Manifest } from '#core/domain.ts';

/** Paths that show load balancers and operators the state of the process. */
export const checkPaths: readonly string[] = ['/api/v1/health', '/api/v1/status', '/ready'];

/** A worker's doors: it answers health checks, and no customer. */
export const checksOnly = (manifest: Manifest): Manifest => ({
  ...manifest,
  operations: manifest.operations.filter(({ doors }) => doors.some(({ path }) => checkPaths.includes(path))),
});
