import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import type { Outcome } from './source/outcome.ts';
import type { Source, SourceRequest } from './source/source.ts';
import type { Validators } from './source/validators.ts';

/** Checks whether a profile shows a text that only its owner could have added. */
export interface ProfileProof {
  /** Whether we can read profiles on this network. We never read LinkedIn's. */
  covers(profile: ProfileLink): boolean;
  /** Whether any public field of the profile contains one of the texts. */
  showsAnyOf(profile: ProfileLink, texts: readonly string[]): Promise<'shown' | 'not_shown' | 'unreachable'>;
}

const deadlineMs = 20_000;
/** Sources that read the account itself. Others only know about it. */
const readers = new Set<string>(['github', 'gitlab', 'forgejo', 'bitbucket']);

/** Every fetch is a new one. */
const none: Validators = { get: async () => null, put: async () => {} };

interface ProfileProofOptions {
  sources: readonly Source[];
  clock: Clock;
  log: Log;
}

/** Fetches the profile through the code host's API every time and stores nothing. */
export function openProfileProof({ sources, clock, log }: ProfileProofOptions): ProfileProof {
  const readerOf = (profile: ProfileLink) =>
    sources.find((source) => readers.has(source.id) && source.applies(requestFor(profile)).applies);
  return {
    covers: (profile) => readerOf(profile) !== undefined,
    async showsAnyOf(profile, texts) {
      const reader = readerOf(profile);
      if (!reader) return 'unreachable';
      const stop = AbortSignal.timeout(deadlineMs);
      const context = {
        signal: stop,
        deadlineAt: new Date(clock.now().getTime() + deadlineMs),
        clock,
        log,
        validators: none,
      };
      return judge(await reader.lookup(context, requestFor(profile)), texts);
    },
  };
}

const requestFor = (profile: ProfileLink): SourceRequest => ({
  profile,
  wants: ['links'],
  known: { name: null, links: [] },
});

/** Any public field counts: the bio, the company, the website. */
function judge(outcome: Outcome, texts: readonly string[]): 'shown' | 'not_shown' | 'unreachable' {
  switch (outcome.outcome) {
    case 'found': {
      const shown = [...Object.values(outcome.person), ...outcome.links.map(({ url }) => url)];
      return shown.some((field) => texts.some((text) => field?.includes(text))) ? 'shown' : 'not_shown';
    }
    case 'not_found':
    case 'not_applicable':
    case 'refused':
      return 'not_shown';
    default:
      return 'unreachable';
  }
}
