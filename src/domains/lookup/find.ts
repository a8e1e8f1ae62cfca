import { internal, key } from '#core/access.ts';
import { fail } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { type ExtraHost, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { FindAnswer, FindRequest } from './shapes.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The operator's own Forgejo, Gitea and GitLab hosts, besides the public ones. */
    codeHosts: readonly ExtraHost[];
  }
}

export const find = operation({
  id: 'lookup.find',
  summary: 'Look up the contacts behind a profile link',
  description:
    'Spends 1 credit when at least one e-mail or phone is found; everything else is free. `credits` says what was charged and why.',
  kind: 'process',
  doors: [key('POST', '/api/v1/find'), internal('POST', '/internal/find')],
  account: 'required',
  actsAs: 'key',
  idempotency: 'own',
  input: FindRequest,
  aliases: { profile_url: ['linkedin_url', 'url'] },
  output: FindAnswer,
  errors: [
    'invalid_profile_url',
    'insufficient_credits',
    'rate_limited',
    'idempotency_conflict',
    // The key may end while its lookup is under way, also that of an account behind an internal door.
    'key_banned',
    'invalid_key',
  ],
  status: (answer) => (answer.status === 'pending' ? 202 : 200),
  statuses: [202],

  async run(ctx, request) {
    const link = parseProfileLink(request.profile_url, ctx.ports.codeHosts);
    if (!link.ok) {
      return fail('invalid_profile_url', {
        detail: reasonSentence(link.reason),
        members: { reason: link.reason, suggestion: link.suggestion },
      });
    }
    if (!ctx.key) throw new Error('a lookup is always made with a key');

    const { answer, json, replayed } = await ctx.ports.finder.find({
      key: ctx.key,
      profile: link.profile,
      request,
      idempotencyKey: ctx.request.idempotencyKey,
      door: ctx.request.door.access === 'internal' ? 'dashboard' : 'api',
    });
    ctx.header('X-Credits-Charged', String(answer.credits.charged));
    ctx.header('X-Credits-Remaining', String(answer.credits.remaining));
    if (json !== undefined) ctx.rendered(json);
    if (replayed) ctx.header('Idempotency-Replayed', 'true');
    return answer;
  },
});
