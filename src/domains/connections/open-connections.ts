import type { OpenDomain, Platform } from '#core/domain.ts';
import { LocksInForce } from '#domains/identity/index.ts';
import { ClientDocuments, openClientDocuments } from './clients/documents.ts';
import { AgentTokens, openAgentTokens, tokenChannels } from './gate/agent-tokens.ts';
import { AgentSignIn, openAgentSignIn } from './sign-in.ts';

export function openConnections({ ports, pool, clock, config, outgoing }: Platform): OpenDomain {
  const { db, settings, publicUrl } = ports;
  const tokens = openAgentTokens({ db, pool, clock, locks: ports.use(LocksInForce) });
  const { onChange, onFeedLost, onFeedRestored } = tokens;
  return {
    ports: [
      AgentTokens.opened(tokens),
      AgentSignIn.opened(openAgentSignIn({ config, settings, publicUrl })),
      ClientDocuments.opened(openClientDocuments(outgoing.fetchDocument, clock)),
    ],
    feed: { channels: tokenChannels, onChange, onFeedLost, onFeedRestored },
  };
}
