import { createHash } from 'node:crypto';
import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  NodeApiError,
  sleep,
} from 'n8n-workflow';

export interface Call {
  method: IHttpRequestMethods;
  /** From `/api` on. */
  path: string;
  body?: IDataObject;
  query?: IDataObject;
  idempotencyKey?: string;
  /** Whether 404 is fine: what was to be deleted is gone already. */
  mayBeGone?: boolean;
}

interface Answer {
  statusCode: number;
  headers: Record<string, string | undefined>;
  body: unknown;
}

const attemptsMax = 3;
const passing: readonly number[] = [502, 503, 504];
/** Seconds. Longer waits are n8n's to decide, by its own retries. */
const longestWait = 60;

/** The answer of the service. A refusal becomes an error that says what to do. */
export async function request(
  n8n: IExecuteFunctions | IHookFunctions,
  call: Call,
  itemIndex = 0,
): Promise<IDataObject> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send(n8n, call, itemIndex);
    if (answer.statusCode === 404 && call.mayBeGone) return {};
    if (answer.statusCode < 300) return (answer.body ?? {}) as IDataObject;
    const seconds = Number(answer.headers['retry-after'] ?? 2 ** attempt);
    const mayRepeat = attempt < attemptsMax && seconds <= longestWait && isPassing(call, answer.statusCode);
    if (!mayRepeat) throw refusal(n8n, answer, itemIndex);
    await sleep(seconds * 1000);
  }
}

/** 429 was refused before anything happened. After the others the first attempt may have been carried out. */
const isPassing = ({ method, idempotencyKey }: Call, status: number): boolean =>
  status === 429 || (passing.includes(status) && (method === 'GET' || idempotencyKey !== undefined));

async function send(
  n8n: IExecuteFunctions | IHookFunctions,
  { method, path, body, query, idempotencyKey }: Call,
  itemIndex: number,
): Promise<Answer> {
  const { baseUrl } = await n8n.getCredentials('contactryApi', itemIndex);
  return (await n8n.helpers.httpRequestWithAuthentication.call(n8n, 'contactryApi', {
    method,
    url: `${String(baseUrl).replace(/\/+$/, '')}${path}`,
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
    ...(body ? { body } : {}),
    ...(query ? { qs: query } : {}),
    json: true,
    timeout: 60_000,
    // A redirect could carry the key to another server.
    disableFollowRedirect: true,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  })) as Answer;
}

/** The problem document of a refusal, in n8n's words. */
function refusal(
  n8n: IExecuteFunctions | IHookFunctions,
  { statusCode, body }: Answer,
  itemIndex: number,
): NodeApiError {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: string;
    detail?: string | { loc: unknown[]; msg: string }[];
    offers?: { checkout_url: string }[];
  };
  const offer = problem.offers?.[0]?.checkout_url;
  const { code = `http_${statusCode}`, detail = `The service answered ${statusCode}.` } = problem;
  const message =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n');
  return new NodeApiError(
    n8n.getNode(),
    { code, message },
    {
      message,
      description: `Code: ${code}${offer ? `. A person can buy credits at ${offer}` : ''}`,
      httpCode: String(statusCode),
      itemIndex,
    },
  );
}

/** The same for every retry of the same work in one execution, so that nothing is done or paid twice. */
export const keyFor = (n8n: IExecuteFunctions, body: IDataObject): string =>
  createHash('sha256')
    .update(JSON.stringify([n8n.getExecutionId(), n8n.getNode().id, body]))
    .digest('hex');
