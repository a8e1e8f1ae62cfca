import type { Answer, Request } from '#client';

export type ImportReport = Answer<'GET /api/v1/admin/directory/imports/{import_id}'>;
export type ImportSummary = Answer<'GET /api/v1/admin/directory/imports'>['items'][number];
export type StoredProfile = Answer<'GET /api/v1/admin/directory/profile'>;
export type ImportQuery = NonNullable<Request<'POST /api/v1/admin/directory/imports'>['query']>;
export type MappedHeader = ImportReport['mapping'][number];

/** The contacts in a profile, in one import of it, or in a source's answer. */
export type Contacts = Pick<StoredProfile, 'person' | 'emails' | 'phones' | 'links'>;
