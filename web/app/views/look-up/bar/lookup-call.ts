import type { Call } from '#web/app/parts/code/code-of.ts';
import { exampleCall } from '#web/app/parts/code/example-call.ts';
import { linksIn } from './links-in.ts';

/** The call that the search bar makes. */
export function lookupCall({ profile_url = '', ...others }: Readonly<Record<string, string>>): Call {
  const links = linksIn(profile_url);
  if (links.length > 1)
    return { route: 'POST /api/v1/jobs', body: { profiles: links.map((link) => ({ profile_url: link })) } };
  return links[0] ? { ...exampleCall, body: { profile_url: links[0], ...others } } : exampleCall;
}
