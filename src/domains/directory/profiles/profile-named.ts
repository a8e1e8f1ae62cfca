import type { Context } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { type ProfileLink, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';

/** Parses a link to a profile. Fails with 422 when it isn't one. */
export function profileNamed(ctx: Context, link: string): ProfileLink {
  const parsed = parseProfileLink(link, ctx.ports.use(CodeHosts));
  return parsed.ok ? parsed.profile : failField(['profile_url'], reasonSentence(parsed.reason));
}
