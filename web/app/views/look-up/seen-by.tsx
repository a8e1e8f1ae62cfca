import type { FindAnswer } from '#client';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Day, dayOf } from '#web/shared/values/time.tsx';

type Source = FindAnswer['links'][number]['sources'][number];

interface SeenByProps {
  sources: Source[];
  first_seen?: string;
  last_seen?: string;
}

const kinds: Record<Source['kind'], string> = {
  subject_published: 'published by the person',
  operator_directory: 'in our records',
  provider_observed: 'observed by a provider',
  provider_attested: 'confirmed by a provider',
  registry: 'in a package registry',
  incidental: 'found in passing',
};

/** The sources of a value: how they know it, where and when they saw it. */
export function SeenBy({ sources, first_seen, last_seen }: SeenByProps) {
  return (
    <details class="seen-by">
      <summary>{sources.length === 1 ? '1 source' : `${sources.length} sources`}</summary>
      <ul>
        {sources.map(({ source, kind, url, seen_at }) => (
          <li key={`${source} ${url}`}>
            {source === 'directory' ? 'Our records' : `${source}, ${kinds[kind]}`}, <Day at={seen_at} />
            {url && (
              <>
                {' '}
                <OutsideLink to={url} />
              </>
            )}
          </li>
        ))}
        {first_seen && last_seen && dayOf(first_seen) !== dayOf(last_seen) && (
          <li>
            First seen on <Day at={first_seen} />
          </li>
        )}
      </ul>
    </details>
  );
}
