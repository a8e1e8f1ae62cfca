import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { openMemoryValidators } from './source/memory-validators.ts';
import type { Outcome } from './source/outcome.ts';
import type { Source, SourceRequest } from './source/source.ts';

/** Whether a profile shows a text that only its owner can have put there. */
export interface ProfileProof {
  /** Whether profiles of this kind can be read at all. LinkedIn's never are. */
  covers(profile: ProfileLink): boolean;
  /** Whether one of the texts stands in any field that the host shows. */
  showsAnyOf(profile: ProfileLink, texts: readonly string[]): Promise<'shown' | 'not_shown' | 'unreachable'>;
}

declare module '#core/context.ts' {
  interface Ports {
    profileProof: ProfileProof;
  }
}

const deadlineMs = 20_000;
/** Those that read the account itself; others only know of it. */
const readers = new Set<string>(['github', 'gitlab', 'forgejo', 'bitbucket']);

export interface ProfileProofOptions {
  sources: readonly Source[];
  clock: Clock;
  log: Log;
}

/** Reads a profile anew through the code host's own API, and keeps nothing of it. */
export function openProfileProof({ sources, clock, log }: ProfileProofOptions): ProfileProof {
  const readerOf = (profile: ProfileLink) =>
    sources.find((source) => readers.has(source.id) && source.applies(asking(profile)).applies);
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
        validators: openMemoryValidators(10),
      };
      return judge(await reader.lookup(context, asking(profile)), texts);
    },
  };
}

const asking = (profile: ProfileLink): SourceRequest => ({
  profile,
  wants: ['links'],
  known: { name: null, links: [] },
});

/** The text may stand in any field that the host shows: the bio, the company, the website. */
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
