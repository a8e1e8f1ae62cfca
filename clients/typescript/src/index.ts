export type { Answer, Answered, Request, Route } from './answer.ts';
export type * from './api.generated.ts';
export { type CallOptions, Client, type ClientOptions, type Job, type Lookup } from './client.ts';
export * from './contactry-error.ts';
export * from './errors.generated.ts';
export type { FileContent } from './file-content.ts';
export type { Item, Listing } from './lists.ts';
export type { Waiting } from './poll.ts';
export { verifyWebhook, WebhookError, type WebhookEvent, type WebhookMessage } from './webhook.ts';
