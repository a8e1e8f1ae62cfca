import type { Answer } from '../../../../clients/typescript/src/client.ts';

export type Sources = Answer<'GET /api/v1/admin/sources'>;
export type Source = Sources['items'][number];
