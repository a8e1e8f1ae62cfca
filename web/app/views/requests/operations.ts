/** Operations that a key may call, as the filter names them. */
export const operations: readonly (readonly [id: string, name: string])[] = [
  ['lookup.find', 'Look up'],
  ['lookup.fetch-lookup', 'Get a lookup'],
  ['jobs.create-job', 'Create a job'],
  ['jobs.list-jobs', 'List jobs'],
  ['jobs.show-job', 'Get a job'],
  ['jobs.list-items', 'List a job’s rows'],
  ['jobs.download-results', 'Download a job’s results'],
  ['jobs.pause-job', 'Pause a job'],
  ['jobs.resume-job', 'Resume a job'],
  ['jobs.cancel-job', 'Cancel a job'],
  ['usage.report-usage', 'Get usage'],
  ['keys.show-key', 'Get the key'],
  ['webhooks.list-endpoints', 'List webhook endpoints'],
  ['webhooks.create-endpoint', 'Create a webhook endpoint'],
  ['webhooks.list-webhooks', 'List webhook messages'],
  ['agents.answer-agent', 'Agents (MCP)'],
];
