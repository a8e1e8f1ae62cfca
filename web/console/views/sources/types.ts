import type { Answer } from '#client';

export type Sources = Answer<'GET /api/v1/admin/sources'>;
export type Source = Sources['items'][number];
