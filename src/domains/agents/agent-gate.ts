import type { Caller, KeyCredential } from '#core/access.ts';
import type { Ports, RequestFacts } from '#core/context.ts';
import { Failure, failWith } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import { KeyGate } from '#domains/keys/index.ts';

const fail = failWith(['origin_not_allowed']);

/** Admits agents by key, as the REST API admits its callers. A refusal says how to authorise. */
export interface AgentGate {
  admit(request: RequestFacts, header: (name: string, value: string) => void): Promise<Caller>;
}

export const AgentGate = port<AgentGate>('agent-gate');

export const openAgentGate = (
  ports: Pick<Ports, 'publicUrl' | 'use'>,
  allowedOrigins: readonly string[],
): AgentGate => ({
  async admit({ headers, address }, header) {
    const publicUrl = ports.publicUrl();
    if (!isOriginAllowed(headers.origin, publicUrl, allowedOrigins)) fail('origin_not_allowed');
    const key = await ports
      .use(KeyGate)
      .admitKey(headers.authorization, address, header)
      .catch((error) => challenge(error, publicUrl));
    return { kind: 'agent', key };
  },
});

/** Only web pages send an origin. A page of another site must not reach a service on its visitor's machine. */
function isOriginAllowed(
  origin: string | undefined,
  publicUrl: string,
  allowedOrigins: readonly string[],
): boolean {
  if (origin === undefined || allowedOrigins.includes(origin.toLowerCase())) return true;
  const own = new URL(publicUrl);
  return origin === own.origin || (isLoopback(own) && URL.canParse(origin) && isLoopback(new URL(origin)));
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

const invalid = ', error="invalid_token", error_description="The API key is not valid, expired or banned"';
const faultOf: Record<string, string> = {
  missing_credential: '',
  invalid_key: invalid,
  key_expired: invalid,
  key_banned: invalid,
};

/** Names the document that says how to authorise (RFC 9728 §5.1). Without a credential there is no error code (RFC 6750 §3.1). */
function challenge(error: unknown, publicUrl: string): KeyCredential {
  if (error instanceof Failure && Object.hasOwn(faultOf, error.code)) {
    const wrong = faultOf[error.code]!;
    const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
    error.headers['WWW-Authenticate'] = `Bearer realm="mcp", resource_metadata="${metadata}"${wrong}`;
  }
  throw error;
}
