/** The calls of an API key, by name. The TypeScript client has the same, which `test/typescript-client/named-calls.test.ts` checks. */
export interface NamedCall {
  /** The member of the client. Empty for the client itself. */
  group: '' | 'lookups' | 'jobs' | 'bounces' | 'webhooks';
  name: string;
  route: string;
  doc: string;
  /** Takes a file in place of a body. */
  takesFile?: true;
  /** Asks until the status of the answer is none of these. */
  waitsWhile?: readonly string[];
}

const job = 'GET /api/v1/jobs/{job_id}';
const lookup = 'GET /api/v1/find/{lookup_id}';
const endpoints = '/api/v1/webhooks/endpoints';
const endpoint = `${endpoints}/{endpoint_id}`;

export const namedCalls: readonly NamedCall[] = [
  {
    group: '',
    name: 'find',
    route: 'POST /api/v1/find',
    doc: 'Looks up the person behind a profile link. Costs a credit if an email or a phone is found. `pending`: `lookups.wait(id)`.',
  },
  {
    group: '',
    name: 'priceOf',
    route: 'POST /api/v1/find/price',
    doc: 'The most that a lookup can cost, without looking anyone up.',
  },
  {
    group: '',
    name: 'keyInfo',
    route: 'GET /api/v1/key/info',
    doc: 'The key, its limits, and the credits of its account.',
  },
  {
    group: '',
    name: 'usage',
    route: 'GET /api/v1/usage',
    doc: 'Lookups and credits of the account: totals, days, and one page of lookups.',
  },
  {
    group: '',
    name: 'budgets',
    route: 'GET /api/v1/budgets',
    doc: 'The budgets that hold for the key, with what is left of each.',
  },
  {
    group: 'lookups',
    name: 'get',
    route: lookup,
    doc: 'A lookup that was made before. Within 24 hours its answer is free.',
  },
  {
    group: 'lookups',
    name: 'wait',
    route: lookup,
    waitsWhile: ['pending'],
    doc: 'The answer of a lookup that was `pending`.',
  },
  {
    group: 'jobs',
    name: 'create',
    route: 'POST /api/v1/jobs',
    doc: 'Starts a job with a list of profiles. With `dry_run` it only says what it would cost.',
  },
  {
    group: 'jobs',
    name: 'createFromFile',
    route: 'POST /api/v1/jobs',
    takesFile: true,
    doc: 'Starts a job with a file.',
  },
  { group: 'jobs', name: 'list', route: 'GET /api/v1/jobs', doc: 'Every job, newest first.' },
  { group: 'jobs', name: 'get', route: job, doc: 'A job, without its results.' },
  {
    group: 'jobs',
    name: 'items',
    route: 'GET /api/v1/jobs/{job_id}/items',
    doc: 'Every row of a job, with its answer.',
  },
  { group: 'jobs', name: 'csv', route: 'GET /api/v1/jobs/{job_id}/csv', doc: 'The results as CSV.' },
  {
    group: 'jobs',
    name: 'cancel',
    route: 'POST /api/v1/jobs/{job_id}/cancellation',
    doc: 'Cancels a job. Its results until now stay.',
  },
  { group: 'jobs', name: 'pause', route: 'POST /api/v1/jobs/{job_id}/pause', doc: 'Pauses a job.' },
  {
    group: 'jobs',
    name: 'resume',
    route: 'POST /api/v1/jobs/{job_id}/resumption',
    doc: 'Resumes a paused job. One that spent its limit needs a higher one.',
  },
  {
    group: 'jobs',
    name: 'wait',
    route: job,
    waitsWhile: ['queued', 'running'],
    doc: 'The job when it has ended or paused. Uses at most a quarter of the requests of the key, and outlasts a restart of the service. A job that ran out of credits resumes automatically once there are some: wait again.',
  },
  {
    group: 'bounces',
    name: 'report',
    route: 'POST /api/v1/bounces',
    doc: 'Reports up to 500 emails. The answer has a result for each, in their order.',
  },
  {
    group: 'bounces',
    name: 'openWebhook',
    route: 'POST /api/v1/bounces/webhook',
    doc: 'An address for the bounces of your mail service, shown once. It replaces the one before.',
  },
  {
    group: 'bounces',
    name: 'list',
    route: 'GET /api/v1/bounces',
    doc: 'Every report with its outcome, newest first.',
  },
  {
    group: 'webhooks',
    name: 'listEndpoints',
    route: `GET ${endpoints}`,
    doc: 'The endpoints that get events.',
  },
  {
    group: 'webhooks',
    name: 'createEndpoint',
    route: `POST ${endpoints}`,
    doc: 'Adds an endpoint. The answer has its secret, once.',
  },
  {
    group: 'webhooks',
    name: 'changeEndpoint',
    route: `PATCH ${endpoint}`,
    doc: 'Changes an endpoint.',
  },
  {
    group: 'webhooks',
    name: 'deleteEndpoint',
    route: `DELETE ${endpoint}`,
    doc: 'Deletes an endpoint.',
  },
  {
    group: 'webhooks',
    name: 'rotateEndpointSecret',
    route: `POST ${endpoint}/secret/rotation`,
    doc: 'Replaces the secret of an endpoint. Both sign for as long as you say.',
  },
  {
    group: 'webhooks',
    name: 'testEndpoint',
    route: `POST ${endpoint}/test`,
    doc: 'Sends a test event to an endpoint.',
  },
  {
    group: 'webhooks',
    name: 'deliveries',
    route: 'GET /api/v1/webhooks/deliveries',
    doc: 'Every message with its attempts, newest first.',
  },
  {
    group: 'webhooks',
    name: 'redeliver',
    route: 'POST /api/v1/webhooks/deliveries/{message_id}/redelivery',
    doc: 'Sends a message again.',
  },
  {
    group: 'webhooks',
    name: 'secret',
    route: 'POST /api/v1/webhooks/secret',
    doc: 'The secret for the `webhook_url` of jobs. It is answered once.',
  },
  {
    group: 'webhooks',
    name: 'rotateSecret',
    route: 'POST /api/v1/webhooks/secret/rotation',
    doc: 'Replaces the secret for the `webhook_url` of jobs.',
  },
];
