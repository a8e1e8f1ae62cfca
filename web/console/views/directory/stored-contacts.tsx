import type { ComponentChildren } from 'preact';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Contacts, StoredProfile } from './types.ts';
import './directory.css';

export type ValueKind = 'email' | 'phone' | 'link';

interface StoredContactsProps {
  of: Contacts;
  /** Their profile, as a heading. */
  profile?: StoredProfile['profile'];
  /** Actions on a value. */
  act?: (kind: ValueKind, value: string) => ComponentChildren;
}

/** A person's values, each with where and when it was seen. */
export function StoredContacts({ of: { person, emails, phones, links }, profile, act }: StoredContactsProps) {
  const name = profile ? null : person.full_name;
  const about = [name, person.headline, person.company, person.location].filter(Boolean).join(' · ');
  return (
    <div class="stored">
      {profile && <h3>{person.full_name ?? profile.handle}</h3>}
      {profile && <p class="address">{profile.url}</p>}
      {about && <p class="faint">{about}</p>}
      <ul>
        {emails.map(({ address, type, sources }) => (
          <Value key={address} text={address} note={type} sources={sources} act={act?.('email', address)} />
        ))}
        {phones.map(({ number, extension, type, sources }) => (
          <Value
            key={number}
            text={extension ? `${number} ext. ${extension}` : number}
            note={type.replaceAll('_', ' ')}
            sources={sources}
            act={act?.('phone', number)}
          />
        ))}
        {links.map(({ url, network, sources }) => (
          <Value key={url} text={url} note={network} sources={sources} act={act?.('link', url)} />
        ))}
      </ul>
    </div>
  );
}

interface ValueProps {
  text: string;
  note: string;
  sources: Contacts['emails'][number]['sources'];
  act: ComponentChildren;
}

function Value({ text, note, sources, act }: ValueProps) {
  return (
    <li>
      <div class="value">
        <span class="address">{text}</span> {note !== 'unknown' && <Badge>{note}</Badge>}
      </div>
      <ul class="small faint" aria-label={`Where ${text} was seen`}>
        {sources.map(({ source, url, seen_at }) => (
          <li key={`${source} ${url}`}>
            {url ? (
              <a href={url} rel="noreferrer">
                {source}
              </a>
            ) : (
              source
            )}
            , <Time at={seen_at} />
          </li>
        ))}
      </ul>
      {act}
    </li>
  );
}
