import { agentScopes } from '#core/access.ts';
import type { Ports } from '#core/context.ts';
import { AgentSignIn, isAccessToken, scopeText } from '#domains/connections/index.ts';
import { bearerOf } from '#domains/keys/index.ts';

/** The header that says how to authorise (RFC 6750 §3, RFC 9728 §5.1). */
export function challenge(
  ports: Pick<Ports, 'publicUrl' | 'use'>,
  authorization: string | undefined,
  wrong: { error?: string; error_description?: string; scope?: string } = {},
): string {
  const text = bearerOf(authorization);
  // A host with a key that no longer works must say so to its user, and not sign in instead.
  const hasKey = text !== undefined && !isAccessToken(text);
  const isShown = !hasKey && ports.use(AgentSignIn).isOn();
  const resource_metadata = `${ports.publicUrl()}/.well-known/oauth-protected-resource/mcp`;
  const members = {
    realm: 'mcp',
    ...(hasKey ? {} : { resource_metadata }),
    ...(isShown && { scope: scopeText(agentScopes) }),
    ...wrong,
  };
  return `Bearer ${Object.entries(members)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}
