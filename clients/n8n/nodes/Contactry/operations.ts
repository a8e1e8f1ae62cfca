import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { keyFor, request } from '../request.ts';
import { waitFor } from '../waiting.ts';

/** An operation on one item. Returns the items that come out. */
type Operate = (n8n: IExecuteFunctions, at: number) => Promise<IDataObject[]>;

const text = (n8n: IExecuteFunctions, name: string, at: number): string =>
  String(n8n.getNodeParameter(name, at, '')).trim();
const idOf = (n8n: IExecuteFunctions, at: number): string => encodeURIComponent(text(n8n, 'jobId', at));
const optionsOf = (n8n: IExecuteFunctions, at: number): IDataObject =>
  n8n.getNodeParameter('options', at, {}) as IDataObject;

/** The profile of an item, for a lookup or a job. */
const profileOf = (n8n: IExecuteFunctions, at: number): IDataObject => ({
  profile_url: text(n8n, 'profileUrl', at),
  ...given({ name: text(n8n, 'personName', at), client_reference: text(n8n, 'reference', at) }),
});

/** Without what was left empty. */
const given = (members: IDataObject): IDataObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== undefined));

const lookUp: Operate = async (n8n, at) => {
  const { include, minutesMax = 5 } = optionsOf(n8n, at);
  const wanted = Array.isArray(include) && include.length > 0 ? { include } : {};
  const body = { ...profileOf(n8n, at), ...wanted };
  const call = { method: 'POST', path: '/api/v1/find', body, idempotencyKey: keyFor(n8n, body) } as const;
  const answer = await request(n8n, call, at);
  if (answer.status !== 'pending') return [answer];
  return [await waitFor(n8n, `/api/v1/find/${answer.id}`, ['pending'], Number(minutesMax), at)];
};

/** One job with the profiles of all items. */
export async function startJob(n8n: IExecuteFunctions): Promise<IDataObject> {
  const { include, limitCredits, ...options } = optionsOf(n8n, 0);
  const body = {
    profiles: n8n.getInputData().map((_, at) => profileOf(n8n, at)),
    ...given({ name: text(n8n, 'jobName', 0), dry_run: options.dryRun }),
    ...(limitCredits ? { limit_credits: limitCredits } : {}),
    ...(Array.isArray(include) && include.length > 0 ? { include } : {}),
  };
  return request(n8n, { method: 'POST', path: '/api/v1/jobs', body, idempotencyKey: keyFor(n8n, body) });
}

const waitForJob: Operate = async (n8n, at) => {
  const minutes = Number(n8n.getNodeParameter('minutesMax', at));
  return [await waitFor(n8n, `/api/v1/jobs/${idOf(n8n, at)}`, ['queued', 'running'], minutes, at)];
};

/** A row of the job is an item. Reads page by page. */
const resultsOf: Operate = async (n8n, at) => {
  const most = n8n.getNodeParameter('returnAll', at) ? Infinity : Number(n8n.getNodeParameter('limit', at));
  const rows: IDataObject[] = [];
  for (let cursor: unknown; ; ) {
    const limit = Math.min(100, most - rows.length);
    const query = { limit, ...(cursor ? { cursor: String(cursor) } : {}) };
    const page = await request(
      n8n,
      { method: 'GET', path: `/api/v1/jobs/${idOf(n8n, at)}/items`, query },
      at,
    );
    rows.push(...(page.items as IDataObject[]));
    cursor = page.next_cursor;
    if (!cursor || rows.length >= most) return rows;
  }
};

const usage: Operate = async (n8n, at) => {
  const { start, end } = optionsOf(n8n, at);
  const query = given({ start, end, limit: 1 });
  const report = await request(n8n, { method: 'GET', path: '/api/v1/usage', query }, at);
  // The list of lookups has pages, and isn't the report.
  const ofList = ['events', 'total', 'offset', 'limit'];
  return [Object.fromEntries(Object.entries(report).filter(([name]) => !ofList.includes(name)))];
};

const asIs =
  (pathOf: (n8n: IExecuteFunctions, at: number) => string): Operate =>
  async (n8n, at) => [await request(n8n, { method: 'GET', path: pathOf(n8n, at) }, at)];

/** Operations on one item each, by resource and operation. */
export const operations: Readonly<Record<string, Operate>> = {
  'person.lookUp': lookUp,
  'job.get': asIs((n8n, at) => `/api/v1/jobs/${idOf(n8n, at)}`),
  'job.wait': waitForJob,
  'job.getResults': resultsOf,
  'account.getUsage': usage,
  'account.getKey': asIs(() => '/api/v1/key/info'),
};
