import type { FindAnswer } from '#client';
import { Day, dayOf } from '#web/app/parts/day.tsx';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';

type Source = FindAnswer['links'][number]['sources'][number];

interface SeenByProps {
  sources: Source[];
  first_seen?: string;
  last_seen?: string;
}

const kinds: Record<Source['kind'], string> = {
  subject_published: 'published by the person',
  operator_directory: 'in the directory',
  provider_observed: 'observed by a provider',
  provider_attested: 'vouched for by a provider',
  registry: 'in a package registry',
  incidental: 'met in passing',
};

/** So many are read at a glance. More are folded away. */
const shownMax = 3;

/** The sources of a value: how they know it, where and when they saw it. */
export function SeenBy({ sources, first_seen, last_seen }: SeenByProps) {
  const places = sources.length === 1 ? 'one source' : `${sources.length} sources`;
  return (
    <details class="seen-by" open={sources.length <= shownMax}>
      <summary>
        Seen by {places}
        {first_seen && last_seen && dayOf(first_seen) !== dayOf(last_seen) && (
          <>
            , first on <Day at={first_seen} />
          </>
        )}
      </summary>
      <ul>
        {sources.map(({ source, kind, url, seen_at }) => (
          <li key={`${source} ${url}`}>
            <strong>{source}</strong>
            {source !== 'directory' && `, ${kinds[kind]}`}, <Day at={seen_at} />
            {url && (
              <>
                {' '}
                <OutsideLink to={url} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
