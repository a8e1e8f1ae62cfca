import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

const shownFor = (resource: string, ...operation: string[]): INodeProperties['displayOptions'] => ({
  show: { resource: [resource], operation },
});

const operation = (resource: string, fallback: string, options: INodePropertyOptions[]): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: fallback,
});

const profile = (resource: string, name: string): INodeProperties[] => [
  {
    displayName: 'Profile URL',
    name: 'profileUrl',
    type: 'string',
    default: '',
    required: true,
    placeholder: 'https://www.linkedin.com/in/asha-example',
    description: 'Link to the profile of a person, in any common form',
    displayOptions: shownFor(resource, name),
  },
  {
    displayName: 'Name',
    name: 'personName',
    type: 'string',
    default: '',
    description: 'The name of the person, if you know it. A clear mismatch returns no person.',
    displayOptions: shownFor(resource, name),
  },
  {
    displayName: 'Reference',
    name: 'reference',
    type: 'string',
    default: '',
    description: 'Your own reference, which is returned with the answer',
    displayOptions: shownFor(resource, name),
  },
];

const include: INodeProperties = {
  displayName: 'Include',
  name: 'include',
  type: 'multiOptions',
  default: [],
  description: 'The contacts to return. Empty: all.',
  options: [
    { name: 'Emails', value: 'emails' },
    { name: 'Links', value: 'links' },
    { name: 'Phones', value: 'phones' },
  ],
};

const optionsFor = (resource: string, name: string, options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add option',
  default: {},
  displayOptions: shownFor(resource, name),
  options,
});

const minutesMax = (fallback: number): INodeProperties => ({
  displayName: 'Minutes to Wait',
  name: 'minutesMax',
  type: 'number',
  default: fallback,
  typeOptions: { minValue: 1 },
  description: 'The node fails after this many minutes',
});

const person: INodeProperties[] = [
  operation('person', 'lookUp', [
    {
      name: 'Look Up',
      value: 'lookUp',
      action: 'Look up a person',
      description: 'Find the contacts behind a profile link',
    },
  ]),
  ...profile('person', 'lookUp'),
  optionsFor('person', 'lookUp', [include, minutesMax(5)]),
];

const job: INodeProperties[] = [
  operation('job', 'get', [
    { name: 'Get', value: 'get', action: 'Get a job', description: 'Get the state of a job' },
    {
      name: 'Get Results',
      value: 'getResults',
      action: 'Get the results of a job',
      description: 'Get an item for each row of a job',
    },
    {
      name: 'Start',
      value: 'start',
      action: 'Start a job',
      description: 'Look up the profiles of all items in the background',
    },
    {
      name: 'Wait',
      value: 'wait',
      action: 'Wait for a job',
      description: 'Wait until a job has ended or paused',
    },
  ]),
  ...profile('job', 'start'),
  {
    displayName: 'Job Name',
    name: 'jobName',
    type: 'string',
    default: '',
    displayOptions: shownFor('job', 'start'),
  },
  optionsFor('job', 'start', [
    {
      displayName: 'Dry Run',
      name: 'dryRun',
      type: 'boolean',
      default: false,
      description: 'Whether to return only the price, and start nothing',
    },
    include,
    {
      displayName: 'Limit Credits',
      name: 'limitCredits',
      type: 'number',
      default: 0,
      typeOptions: { minValue: 0 },
      description: 'The job pauses when it has spent this many credits. 0: no limit.',
    },
  ]),
  {
    displayName: 'Job ID',
    name: 'jobId',
    type: 'string',
    default: '',
    required: true,
    displayOptions: shownFor('job', 'get', 'getResults', 'wait'),
  },
  { ...minutesMax(60), displayOptions: shownFor('job', 'wait') },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    displayOptions: shownFor('job', 'getResults'),
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    default: 50,
    typeOptions: { minValue: 1 },
    description: 'Max number of results to return',
    displayOptions: { show: { resource: ['job'], operation: ['getResults'], returnAll: [false] } },
  },
];

const day = (displayName: string, name: string, description: string): INodeProperties => ({
  displayName,
  name,
  type: 'string',
  default: '',
  placeholder: '2026-11-01',
  description,
});

const account: INodeProperties[] = [
  operation('account', 'getUsage', [
    {
      name: 'Get Key',
      value: 'getKey',
      action: 'Get the key',
      description: 'Get the key, its limits and the balance',
    },
    {
      name: 'Get Usage',
      value: 'getUsage',
      action: 'Get the usage',
      description: 'Get lookups and credits, in total and by day',
    },
  ]),
  optionsFor('account', 'getUsage', [
    day('End', 'end', 'The day after the last one'),
    day('Start', 'start', 'The first day'),
  ]),
];

export const fields: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Account', value: 'account' },
      { name: 'Job', value: 'job' },
      { name: 'Person', value: 'person' },
    ],
    default: 'person',
  },
  ...person,
  ...job,
  ...account,
];
