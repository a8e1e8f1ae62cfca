import { ContactryError, type Fault, type Problem, ValidationError } from './contactry-error.ts';
import { errorClasses } from './errors.generated.ts';
import { isJson, readJson } from './read-json.ts';

/** The error that a refusing answer stands for. */
export async function readError(response: Response): Promise<ContactryError> {
  if (!isJson(response)) return unknownAnswer(response);
  const requestId = response.headers.get('x-request-id');
  const document: unknown = await readJson(response).catch(() => null);
  if (response.status === 422 && listsFaults(document))
    return new ValidationError(document.detail, requestId);
  if (!isProblem(document)) return unknownAnswer(response);
  const ErrorOfCode = Object.hasOwn(errorClasses, document.code)
    ? errorClasses[document.code]!
    : ContactryError;
  return new ErrorOfCode(
    { ...document, status: response.status, request_id: requestId },
    retryAfterOf(response),
  );
}

/** An answer that isn't the service's own, such as a proxy's. Its code is `http_502`, or `redirected`. */
export async function unknownAnswer(response: Response): Promise<ContactryError> {
  // An unread body would keep the connection.
  if (!response.bodyUsed) await response.body?.cancel().catch(() => {});
  const { headers, status, statusText, type } = response;
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const place = headers.get('location');
  const detail = isRedirect
    ? `The service redirects${place ? ` to ${place}` : ''}, and redirects are not followed. Set baseUrl to where it leads.`
    : `The answer was ${[status, statusText].join(' ').trim()}, and not one of Contactry's. Is there a proxy in between?`;
  return new ContactryError(
    {
      code: isRedirect ? 'redirected' : `http_${status}`,
      status,
      detail,
      request_id: headers.get('x-request-id'),
    },
    retryAfterOf(response),
  );
}

const listsFaults = (document: unknown): document is { detail: Fault[] } =>
  typeof document === 'object' && document !== null && 'detail' in document && Array.isArray(document.detail);

const isProblem = (document: unknown): document is Problem =>
  typeof document === 'object' &&
  document !== null &&
  'code' in document &&
  typeof document.code === 'string' &&
  'detail' in document &&
  typeof document.detail === 'string';

/** Seconds. Contactry sends a number, a proxy perhaps a date. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
