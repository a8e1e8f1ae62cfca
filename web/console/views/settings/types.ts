import type { Answer } from '#client';

export type Platform = Answer<'GET /api/v1/admin/platform'>;
export type Setting = Platform['settings'][number];
export type Version = Platform['history'][number];

/** Values by the names of settings. */
export type Values = Record<string, unknown>;

/** A setting that has, or would have, another value. */
export interface Difference {
  name: string;
  before: unknown;
  after: unknown;
}
