import type { ApiDocument, Endpoint, Schema } from './document.ts';
import type { WireAnswer } from './exchange.ts';
import { findLeak } from './leaks.ts';
import { compiledOnce } from './ways/compiled-once.ts';

/** The facts about a request that its answer is judged by. */
export interface Asked {
  endpoint: Endpoint | null;
  method: string;
  /** Everything that was sent, for telling an echo from a leak. */
  sent: string;
  /** Whether it may come to another operation, or to none: any documented refusal will do then, and any good answer. */
  mayMissRoute: boolean;
  /** The fault of the credential; such a request must be refused. */
  credentialFault: string | null;
  /** Pages send people who aren't signed in to the sign-in, and show refusals as HTML. */
  isForPages?: boolean;
}

export interface JudgeOptions {
  document: ApiDocument;
  /** The page of an error code, null where there is none. */
  errorPage(code: string): Promise<string | null>;
  /** Texts that no answer may hold. */
  secrets: readonly string[];
}

export interface Judge {
  /** Describes what is wrong with the answer; null for a good one. */
  faultOf(asked: Asked, answer: WireAnswer): Promise<string | null>;
}

interface Refusal {
  status: number;
  code: string;
  request_id: string;
  type: string;
}

export function openJudge({ document, errorPage, secrets }: JudgeOptions): Judge {
  const closedShapes = new Map<Schema, object>();
  const pages = new Map<string, Promise<string | null>>();

  /** A problem of no operation may have members that no schema names. */
  function misfit(schema: Schema, value: unknown): string | null {
    const shape = closedShapes.get(schema) ?? (schema === document.problem ? schema : closed(schema));
    closedShapes.set(schema, shape as object);
    const validator = compiledOnce(shape as object);
    if (validator.Check(value)) return null;
    const [error] = validator.Errors(value);
    return `the body is not as its schema says: ${error?.instancePath ?? ''} ${error?.message}`;
  }

  /** A refusal that can come before any operation is documented by the page of its code. */
  async function documentedRefusal({ status, headers, body }: WireAnswer): Promise<string | null> {
    if (status === 422) return misfit(document.validation, JSON.parse(body));
    const problem = JSON.parse(body) as Refusal;
    const fault = misfit(document.problem, problem);
    if (fault) return fault;
    if (problem.status !== status) return `the problem says status ${problem.status}`;
    if (problem.request_id !== headers['x-request-id']) return 'the problem names another request_id';
    if (!problem.type.endsWith(`/errors/${problem.code}`)) return `the problem's type is ${problem.type}`;
    if (!pages.has(problem.code)) pages.set(problem.code, errorPage(problem.code));
    const page = await pages.get(problem.code);
    return page?.includes(`(HTTP ${status})`) ? null : `the code ${problem.code} is not documented`;
  }

  async function bodyFault(asked: Asked, answer: WireAnswer): Promise<string | null> {
    const { endpoint, mayMissRoute, isForPages } = asked;
    const { status, headers, body } = answer;
    const type = (headers['content-type'] ?? '').split(';')[0]!;
    const isRefusal = status >= 400;
    const content = endpoint?.answers.get(status);
    const schema = content?.get(type);
    if (/json$/.test(type) && !isJson(body)) return 'the body is not JSON';
    if (isRefusal && mayMissRoute && endpoint && refusesIn(endpoint, type)) return null;
    if (isRefusal && isForPages && type === 'text/html') return null;
    if (isRefusal && (!schema || type === typeOfRefusal(status))) {
      if (type !== typeOfRefusal(status)) return `a refusal has the content type '${type}'`;
      const fault = await documentedRefusal(answer);
      if (fault) return fault;
    }
    if (!endpoint || mayMissRoute || (isForPages && isRefusal)) return null;
    if (endpoint.path === '/' && type === 'text/html') return null;
    if (!content) return `status ${status} is not declared`;
    if (!schema) return `the content type '${type}' is not declared for status ${status}`;
    return misfit(schema, /json$/.test(type) ? JSON.parse(body) : body);
  }

  return {
    async faultOf(asked, answer) {
      const { status, headers, body } = answer;
      if (status >= 500 && status !== 503) return `status ${status}`;
      if (!headers['x-request-id']) return 'X-Request-Id is missing';
      const missing = requiredHeaders[status]?.find((name) => headers[name] === undefined);
      if (missing) return `${missing} is missing`;
      if (asked.credentialFault && status < 400 && !isSentToSignIn(asked, status))
        return `let in with ${asked.credentialFault}`;
      const leak = findLeak(answer, asked.sent, secrets);
      if (leak) return `the answer gives away ${leak}`;
      const isEmpty = asked.endpoint?.answers.get(status)?.size === 0;
      if (asked.method === 'HEAD' || status === 204 || status === 304 || isEmpty) {
        return body === '' ? null : 'a body where none belongs';
      }
      return bodyFault(asked, answer);
    },
  };
}

const isSentToSignIn = ({ isForPages }: Asked, status: number) => isForPages === true && status === 303;

const typeOfRefusal = (status: number) => (status === 422 ? 'application/json' : 'application/problem+json');

/** Whether it is a page for people, which explains any refusal in words. */
const refusesIn = ({ answers }: Endpoint, type: string): boolean =>
  type === 'text/html' && [...answers].some(([status, content]) => status >= 400 && content.has(type));

const requiredHeaders: Readonly<Record<number, readonly string[]>> = {
  405: ['allow'],
  429: ['retry-after'],
  503: ['retry-after'],
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same schema, in which an object has the members it names and no others. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]));
  const isOpen = 'additionalProperties' in copy || 'patternProperties' in copy;
  const isShape = typeof copy.properties === 'object' && copy.type === 'object';
  return isShape && !isOpen ? { ...copy, additionalProperties: false } : copy;
}
