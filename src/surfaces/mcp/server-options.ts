import type { Implementation, ServerOptions } from '@modelcontextprotocol/server';
import { interfaceVersion } from '#core/door.ts';

/** The protocol without handshake and sessions. The SDK lists the older ones. */
export const modernVersion = '2026-07-28';

const hourMs = 3_600_000;

/** The tools are the same for every key, so anybody may cache their list. */
const cacheHint = { ttlMs: hourMs, cacheScope: 'public' } as const;

/** The first text for a connecting model. */
const instructions = `Contactry finds the emails, phones and links that are known for a person, from a link to the person's profile. \
Each value has its sources; nothing is guessed. A lookup that finds an email or a phone costs 1 credit, everything else is free. \
Use find_contact for one person and create_lookup_job, where it is offered, for more than ten. get_balance returns the credits left.`;

export const serverOptions: ServerOptions = {
  capabilities: { tools: {} },
  instructions,
  cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
};

export const serverIdentity = (publicUrl: () => string) => (): Implementation => ({
  name: 'contactry',
  title: 'Contactry',
  version: interfaceVersion,
  description: 'The emails, phones and links that are known for a person, each with its sources.',
  websiteUrl: `${publicUrl()}/api/docs`,
});
