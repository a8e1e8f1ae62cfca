import type { Context } from '#core/context.ts';
import { dashboard, keyOrSession } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { LookupTimes } from '#domains/usage/index.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { type ProfileLink, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';
import { Finder } from './finding/finder.ts';
import { findRefusals } from './paying/pay.ts';
import { FindAnswer, FindRequest } from './shapes.ts';

export const find = operation({
  id: 'lookup.find',
  summary: 'Look up the contacts behind a profile link',
  description:
    'Costs 1 credit if at least one email or phone is found. Everything else is free. `credits` says what you were charged and why.',
  kind: 'process',
  doors: [keyOrSession('POST', '/api/v1/find', { forWebsites: true }), dashboard('POST', '/internal/find')],
  mcp: {
    name: 'find_contact',
    scope: 'lookup',
    title: 'Find the contacts of a person',
    description:
      'Find the emails, phones and links that are known for ONE person, from a link to their profile on LinkedIn or a code host. Each value has its sources; nothing is guessed. Costs 1 credit if an email or a phone is found; everything else is free. If `status` is `pending`, call get_lookup with the `id` every few seconds. Without credits it is refused, and buying more is up to the user.',
    isReadOnly: false,
    isIdempotent: false,
    isOpenWorld: true,
  },
  account: 'required',
  actsAs: 'key',
  idempotency: 'own',
  input: FindRequest,
  example: { profile_url: 'https://www.linkedin.com/in/asha-example' },
  aliases: { profile_url: ['linkedin_url', 'url'] },
  output: FindAnswer,
  headers: {
    'X-Credits-Charged': 'Credits that this lookup spent.',
    'X-Credits-Remaining': 'Credits that the account can spend now.',
  },
  errors: ['invalid_profile_url', 'rate_limited', ...findRefusals],
  status: (answer) => (answer.status === 'pending' ? 202 : 200),
  statuses: [202],

  async run(ctx, request) {
    const profile = profileAskedFor(ctx, request.profile_url);
    if (!ctx.key) throw new Error('a lookup always has a key');

    const startedMs = performance.now();
    const found = await ctx.ports.use(Finder).find({
      key: ctx.key,
      profile,
      request,
      idempotencyKey: ctx.request.idempotencyKey,
      kind: 'find',
      job: null,
      door: ctx.surface,
    });
    if (ctx.key.mode === 'live') ctx.ports.use(LookupTimes).took(performance.now() - startedMs);
    ctx.header('X-Credits-Charged', String(found.credits.charged));
    ctx.header('X-Credits-Remaining', String(found.credits.remaining));
    if (found.replayed) ctx.header('Idempotency-Replayed', 'true');
    return found.answer;
  },
});

/** The profile of a request's link. Fails with `invalid_profile_url`. */
export function profileAskedFor(
  ctx: Pick<Context<'invalid_profile_url'>, 'fail' | 'ports'>,
  profileUrl: string,
): ProfileLink {
  const link = parseProfileLink(profileUrl, ctx.ports.use(CodeHosts));
  if (link.ok) return link.profile;
  return ctx.fail('invalid_profile_url', {
    detail: reasonSentence(link.reason),
    members: { reason: link.reason, suggestion: link.suggestion },
  });
}
