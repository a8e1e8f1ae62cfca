import { createHash } from 'node:crypto';

/** SQL from a file, with its name and hash. */
export interface NamedText {
  name: string;
  sql: string;
  sha256: string;
}

export const sha256Of = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** An error that names the line in the file, and keeps PostgreSQL's code so that the caller can retry. */
export function sqlFailure(what: string, sql: string, cause: unknown): Error & { code?: string } {
  const { message, position, code } = cause as { message: string; position?: string; code?: string };
  const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return Object.assign(new Error(`${what} failed${line}: ${message}`, { cause }), { code });
}
