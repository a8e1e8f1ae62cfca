import { ContactryError, type Fault, type Problem, ValidationError } from './contactry-error.ts';
import { errorClasses } from './errors.generated.ts';

/** The error that a refusing answer stands for. An answer that isn't the service's own, such as a proxy's, gets the code `http_502`. */
export async function readError(response: Response): Promise<ContactryError> {
  const requestId = response.headers.get('x-request-id');
  const document: unknown = await response.json().catch(() => null);
  if (response.status === 422 && listsFaults(document))
    return new ValidationError(document.detail, requestId);

  const problem = isProblem(document) ? document : unknownProblem(response, requestId);
  const ErrorOfCode = Object.hasOwn(errorClasses, problem.code)
    ? errorClasses[problem.code]!
    : ContactryError;
  return new ErrorOfCode(
    { ...problem, status: response.status, request_id: requestId },
    retryAfterOf(response),
  );
}

const listsFaults = (document: unknown): document is { detail: Fault[] } =>
  typeof document === 'object' && document !== null && 'detail' in document && Array.isArray(document.detail);

const isProblem = (document: unknown): document is Problem =>
  typeof document === 'object' &&
  document !== null &&
  'code' in document &&
  typeof document.code === 'string';

const unknownProblem = ({ status, statusText }: Response, requestId: string | null): Problem => ({
  code: `http_${status}`,
  status,
  detail: `The answer was ${[status, statusText].join(' ').trim()}, and not one of Contactry's. Is there a proxy in between?`,
  request_id: requestId,
});

/** Seconds. Contactry sends a number, a proxy perhaps a date. */
function retryAfterOf(response: Response): number | null {
  const text = response.headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
