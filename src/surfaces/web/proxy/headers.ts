type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Headers of a page's request. The caller's identity comes from the session only. */
const passedOn = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'idempotency-secret',
  'if-none-match',
] as const;

/** Between two neighbours alone (RFC 9110 §7.6.1), or the API's own about browsers. */
const notPassedBack = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export function requestHeaders(
  given: Headers,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers: Record<string, string> = { ...own };
  for (const name of passedOn) {
    const value = given[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** Nothing that the API answers may run as a page. */
export const responseHeaders = (given: Headers): Record<string, string | string[]> => ({
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        value !== undefined && !notPassedBack.has(name) && !name.startsWith('access-control-'),
    ),
  ) as Record<string, string | string[]>),
});
