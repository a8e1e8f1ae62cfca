import type { ErrorDefinition, Failure } from '#core/failure.ts';

/** The body of an error response (RFC 9457). */
export const problemText = (
  { code, detail, members }: Failure,
  { status, title, when, remedy }: ErrorDefinition,
  requestId: string,
  publicUrl: string,
): string =>
  JSON.stringify({
    type: `${publicUrl}/errors/${code}`,
    title,
    status,
    detail: detail ?? `${when} ${remedy}`,
    code,
    request_id: requestId,
    ...members,
  });
