import { redirectUriLengthMax, redirectUrisMax } from './client.ts';

/**
 * Schemes of editors and terminals in which agents run. Any other program has a scheme with its domain in reverse (RFC 8252 §7.1), so that
 * no scheme that a browser or the system handles itself gets a code.
 */
const schemesOfPrograms = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'warp:']);
const inReverse = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);

/** Why an address can't be redirected to, as a sentence; null if it can. */
export function redirectFault(text: string): string | null {
  if (text.length > redirectUriLengthMax)
    return `A redirect URI is longer than ${redirectUriLengthMax} characters.`;
  // Browsers drop control characters and take a backslash for a slash, so what is compared would not be what is opened.
  if (!/^[\x21-\x7e]+$/.test(text) || /[\\"<>^`{|}]/.test(text) || !URL.canParse(text))
    return `'${text.slice(0, 100)}' is not an absolute URI.`;
  const url = new URL(text);
  if (text.includes('#')) return 'A redirect URI must have no fragment.';
  if (url.username || url.password) return 'A redirect URI must have no user name.';
  if (url.protocol === 'https:' && url.hostname !== '') return null;
  if (isLoopback(url)) return null;
  if (url.protocol === 'http:') return 'A redirect URI with http must be on this computer: http://127.0.0.1.';
  if (schemesOfPrograms.has(url.protocol) || inReverse.test(url.protocol)) return null;
  return `Redirect URIs with the scheme '${url.protocol}' are not accepted. Use https, http://127.0.0.1, or your domain in reverse.`;
}

/** Why these can't be the redirect URIs of a client, as a sentence; null if they can. */
export function redirectsFault(given: unknown): string | null {
  if (!Array.isArray(given) || given.length === 0) return '`redirect_uris` must list at least one URI.';
  if (given.length > redirectUrisMax) return `\`redirect_uris\` must list at most ${redirectUrisMax} URIs.`;
  for (const uri of given) {
    if (typeof uri !== 'string') return '`redirect_uris` must be a list of texts.';
    const fault = redirectFault(uri);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * Whether a client that registered these may be redirected to this address: the very same text, or on this computer any port
 * (RFC 8252 §7.3), because a program gets whichever is free. Some register 127.0.0.1 and use localhost.
 */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (redirectFault(asked) !== null) return false;
  if (registered.includes(asked)) return true;
  const path = pathOnThisComputer(asked);
  return path !== null && registered.some((uri) => pathOnThisComputer(uri) === path);
}

/** Null if it isn't on this computer. */
function pathOnThisComputer(uri: string): string | null {
  if (!isLoopback(new URL(uri))) return null;
  return uri.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d*)?(?=[/?]|$)/i, '');
}

/** Where an address leads, for people: a host, or null for a program on this computer. */
export function hostOfRedirect(uri: string): string | null {
  const url = new URL(uri);
  return url.protocol === 'https:' ? url.host : null;
}

/** The address with parameters of an answer. */
export function redirectTo(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}
