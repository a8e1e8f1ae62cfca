/** Programs for the page of webhooks. `test/verify-programs.test.ts` runs them. */
export const verifyPrograms = {
  python: `import base64, hashlib, hmac, time
from collections.abc import Mapping


def is_genuine(headers: Mapping[str, str], body: bytes, secret: str) -> bool:
    """Whether Contactry sent it. The body is the exact bytes that you received, the secret whsec_…"""
    at = headers.get("webhook-timestamp", "")
    if not at.isdecimal() or len(at) > 20 or abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id')}.{at}.".encode() + body
    digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(one.encode(), b"v1," + digest) for one in signatures)`,
  typescript: `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether Contactry sent it. The body is the exact text that you received, the secret \`whsec_…\`. */
export function isGenuine(headers: Record<string, unknown>, body: string, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest();
  return String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}`,
};
