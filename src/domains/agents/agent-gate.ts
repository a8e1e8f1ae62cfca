import type { Caller } from '#core/access.ts';
import type { Ports, RequestFacts } from '#core/context.ts';
import { Failure, failWith } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import { AgentSignIn, AgentTokens, isAccessToken } from '#domains/connections/index.ts';
import { bearerOf, countGuess, KeyGate } from '#domains/keys/index.ts';
import { challenge } from './challenge.ts';

const fail = failWith(['origin_not_allowed', 'agent_token_invalid']);

/** Admits agents by key, as the REST API admits its callers, or by the token of a connection. A refusal says how to authorise. */
export interface AgentGate {
  admit(request: RequestFacts, header: (name: string, value: string) => void): Promise<Caller>;
}

export const AgentGate = port<AgentGate>('agent-gate');

type GatePorts = Pick<Ports, 'publicUrl' | 'use' | 'rateLimiter'>;

export const openAgentGate = (ports: GatePorts, allowedOrigins: readonly string[]): AgentGate => ({
  async admit({ headers, address }, header) {
    const publicUrl = ports.publicUrl();
    if (!isOriginAllowed(headers.origin, publicUrl, allowedOrigins)) fail('origin_not_allowed');
    const { authorization } = headers;
    const text = bearerOf(authorization);
    try {
      if (text !== undefined && isAccessToken(text))
        return await admitConnection(ports, { text, address }, header);
      const key = await ports.use(KeyGate).admitKey(authorization, address, header);
      return { kind: 'agent', key, scopes: null };
    } catch (error) {
      if (error instanceof Failure && Object.hasOwn(faultOf, error.code))
        error.headers['WWW-Authenticate'] = challenge(ports, authorization, faultOf[error.code]);
      throw error;
    }
  },
});

async function admitConnection(
  ports: GatePorts,
  { text, address }: { text: string; address: string },
  header: (name: string, value: string) => void,
): Promise<Caller> {
  if (!ports.use(AgentSignIn).isOn()) fail('agent_token_invalid', { detail: signInOff });
  const answer = ports.use(AgentTokens).authenticate(text, address);
  const admitted = answer instanceof Promise ? await answer : answer;
  if (admitted instanceof Failure) {
    if (admitted.code === 'agent_token_invalid') await countGuess(ports.rateLimiter, 'token', address);
    throw admitted;
  }
  const key = await ports.use(KeyGate).admitConnection(admitted.credential, header);
  return { kind: 'agent', key, scopes: admitted.scopes };
}

const signInOff = 'The operator of this service switched the sign-in of agents off.';

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

const invalid = (error_description: string) => ({ error: 'invalid_token', error_description });
const invalidKey = invalid('The API key is not valid, expired or banned');

/** Without a credential there is no error code (RFC 6750 §3.1). */
const faultOf: Readonly<Record<string, { error?: string; error_description?: string }>> = {
  missing_credential: {},
  invalid_key: invalidKey,
  key_expired: invalidKey,
  key_banned: invalidKey,
  agent_token_invalid: invalid('The access token is not valid any more'),
};
