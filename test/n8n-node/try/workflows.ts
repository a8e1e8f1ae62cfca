/** What n8n imports: credentials, a workflow that is run at once, and one that waits for an event. */
const credential = { contactryApi: { id: 'contactry-1', name: 'Contactry' } };

const node = (name: string, type: string, at: number, parameters: object, others: object = {}) => ({
  id: `node-${at}`,
  name,
  type,
  typeVersion: 1,
  position: [at * 200, 0],
  parameters,
  ...others,
});

const contactry = (name: string, at: number, parameters: object) =>
  node(name, 'CUSTOM.contactry', at, parameters, { credentials: credential });

const oneAfterAnother = (names: readonly string[]) =>
  Object.fromEntries(
    names
      .slice(0, -1)
      .map((name, at) => [name, { main: [[{ node: names[at + 1], type: 'main', index: 0 }]] }]),
  );

const workflow = (id: string, name: string, nodes: { name: string }[]) => ({
  id,
  name,
  active: false,
  nodes,
  connections: oneAfterAnother(nodes.map((one) => one.name)),
  settings: { executionOrder: 'v1' },
});

export const credentialsOf = (baseUrl: string, apiKey: string) => [
  { id: 'contactry-1', name: 'Contactry', type: 'contactryApi', data: { baseUrl, apiKey } },
];

/** Looks two people up, one by one and in a job, and shows the usage. */
export const lookingUp = (profiles: readonly string[]) =>
  workflow('looking-up', 'Looking up', [
    node('Begin', 'n8n-nodes-base.manualTrigger', 0, {}),
    node(
      'People',
      'n8n-nodes-base.code',
      1,
      {
        jsCode: `return ${JSON.stringify(profiles.map((url) => ({ json: { url } })))};`,
      },
      { typeVersion: 2 },
    ),
    contactry('Look up', 2, {
      resource: 'person',
      operation: 'lookUp',
      profileUrl: '={{ $json.url }}',
      options: {},
    }),
    contactry('Start', 3, {
      resource: 'job',
      operation: 'start',
      profileUrl: '={{ $json.input.profile_url }}',
      jobName: 'From n8n',
      options: {},
    }),
    contactry('Wait', 4, { resource: 'job', operation: 'wait', jobId: '={{ $json.id }}', minutesMax: 5 }),
    contactry('Results', 5, {
      resource: 'job',
      operation: 'getResults',
      jobId: '={{ $json.id }}',
      returnAll: true,
    }),
    contactry('Usage', 6, { resource: 'account', operation: 'getUsage', options: {} }),
  ]);

/** Sends the results of each completed job to an address. */
export const afterJobs = (receiver: string) =>
  workflow('after-jobs', 'After jobs', [
    node(
      'Event',
      'CUSTOM.contactryTrigger',
      0,
      { events: ['job.completed'] },
      {
        credentials: credential,
        webhookId: '0d9a3a53-9b53-4b53-8d0b-000000000001',
      },
    ),
    contactry('Results', 1, {
      resource: 'job',
      operation: 'getResults',
      jobId: '={{ $json.data.id }}',
      returnAll: true,
    }),
    node(
      'Send',
      'n8n-nodes-base.httpRequest',
      2,
      {
        method: 'POST',
        url: receiver,
        sendBody: true,
        specifyBody: 'json',
        jsonBody: '={{ JSON.stringify({ reference: $json.client_reference, emails: $json.lookup.emails }) }}',
        options: {},
      },
      { typeVersion: 4.2 },
    ),
  ]);
