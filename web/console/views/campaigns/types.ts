import type { Answer, Request } from '#client';

export type Campaign = Answer<'POST /api/v1/admin/growth/campaigns'>;
export type CampaignBody = Request<'POST /api/v1/admin/growth/campaigns'>['body'];
