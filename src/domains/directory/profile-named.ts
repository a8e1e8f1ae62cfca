import type { Context } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { type ProfileLink, parseProfileLink, reasonSentence } from '#values/profile-link/index.ts';

/** The profile of a link, or 422 that says what is wrong with it. */
export function profileNamed(ctx: Context, link: string): ProfileLink {
  const parsed = parseProfileLink(link, ctx.ports.codeHosts);
  return parsed.ok ? parsed.profile : failField(['profile_url'], reasonSentence(parsed.reason));
}
