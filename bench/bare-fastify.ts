/** The minimum a Fastify service does for a lookup: validates the body and serializes a constant answer. */
import Fastify from 'fastify';
import { find } from '#domains/lookup/find.ts';
import type { FindAnswer } from '#domains/lookup/index.ts';

const sources: FindAnswer['links'][number]['sources'] = [
  { source: 'bench', kind: 'operator_directory', url: null, seen_at: '2026-01-15T09:00:00.000Z' },
];
const seen = { first_seen: '2026-01-15T09:00:00.000Z', last_seen: '2026-01-15T09:00:00.000Z', sources };
const answer = {
  id: 'lkp_00000000000040008000000000000000',
  status: 'completed',
  input: { profile_url: 'https://www.linkedin.com/in/bench-1', name: null, client_reference: null },
  profile: { network: 'linkedin', handle: 'bench-1', url: 'https://www.linkedin.com/in/bench-1' },
  person: { full_name: 'Bench Person 1', headline: 'Engineer', company: 'Example Works', location: 'Pune' },
  emails: [
    {
      address: 'bench1@example.com',
      type: 'work',
      status: 'unknown',
      confidence: null,
      verified_at: null,
      ...seen,
    },
  ],
  phones: [
    { number: '+12025550001', country: 'US', extension: null, type: 'mobile', confidence: null, ...seen },
  ],
  links: [{ network: 'github', handle: 'bench-1', url: 'https://github.com/bench-1', sources }],
  company_email: null,
  credits: { charged: 1, remaining: 999999, reason: 'completed_lookup' },
  warnings: [],
  created_at: '2026-11-21T09:00:00.000Z',
} satisfies FindAnswer;

const server = Fastify();
server.get('/api/v1/health', async () => ({ status: 'ok' }));
server.post(
  '/api/v1/find',
  { schema: { body: find.input, response: { 200: find.output } } },
  async () => answer,
);
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
