import type { Answer, Request } from '#client';

export type Suppression = Answer<'GET /api/v1/admin/suppressions'>['items'][number];
export type OptOut = Answer<'GET /api/v1/admin/opt-outs'>['items'][number];
export type PersonExport = Answer<'POST /api/v1/admin/people/export'>;
export type Erasure = Answer<'POST /api/v1/admin/people/erasure'>;
export type RequestedBy = NonNullable<Request<'POST /api/v1/admin/suppressions'>['body']['requested_by']>;

/** Identifiers of a person. Any one is enough. */
export interface Person {
  profile_url?: string;
  email?: string;
  phone?: string;
}
