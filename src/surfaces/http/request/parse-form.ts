/**
 * The members of a form (`application/x-www-form-urlencoded`). Browsers send empty fields too; those count as absent.
 */
export const parseForm = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(bytes.toString('utf8'))].filter(([, value]) => value !== ''));
