/**
 * The members of a form as a browser sends it (`application/x-www-form-urlencoded`). Browsers also send fields that were
 * left empty: those are absent here.
 */
export const parseForm = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(bytes.toString('utf8'))].filter(([, value]) => value !== ''));
