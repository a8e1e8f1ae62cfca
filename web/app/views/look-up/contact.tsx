import type { ComponentChildren } from 'preact';
import type { FindAnswer } from '#client';
import { Day } from '#web/app/parts/day.tsx';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { Copy } from '#web/shared/values/copy.tsx';
import { SeenBy } from './seen-by.tsx';

type Email = FindAnswer['emails'][number];
type Phone = FindAnswer['phones'][number];
type Link = FindAnswer['links'][number];

const emailStatuses: Record<Email['status'], [tone: Tone, text: string, meaning: string]> = {
  verified: ['good', 'Verified', 'A mailbox answered.'],
  accept_all: ['warn', 'Accepts all', 'Its domain accepts every name.'],
  unverified: ['warn', 'Unverified', 'A check gave no answer.'],
  invalid: ['bad', 'Invalid', 'It takes no mail.'],
  unknown: ['plain', 'Not checked', 'It wasn’t checked.'],
};

export function EmailContact({ address, type, status, confidence, verified_at, ...seen }: Email) {
  const [tone, text, meaning] = emailStatuses[status];
  return (
    <>
      <Value text={address}>
        <span title={meaning}>
          <Badge tone={tone}>{text}</Badge>
        </span>
      </Value>
      <p class="contact-words">
        <Words of={[type === 'unknown' ? null : type, sureness(confidence)]} />
        {verified_at && (
          <span>
            checked <Day at={verified_at} />
          </span>
        )}
      </p>
      <SeenBy {...seen} />
    </>
  );
}

export function PhoneContact({ number, country, extension, type, confidence, ...seen }: Phone) {
  return (
    <>
      <Value text={number}>{extension && <span>ext. {extension}</span>}</Value>
      <p class="contact-words">
        <Words
          of={[
            type === 'unknown' ? null : type.replaceAll('_', ' '),
            country && countryOf(country),
            sureness(confidence),
          ]}
        />
      </p>
      <SeenBy {...seen} />
    </>
  );
}

export function LinkContact({ network, url, sources }: Link) {
  return (
    <>
      <Value text={url} shown={<OutsideLink to={url} />}>
        {network !== 'website' && <span class="small">{network}</span>}
      </Value>
      <SeenBy sources={sources} />
    </>
  );
}

interface ValueProps {
  text: string;
  shown?: ComponentChildren;
  children?: ComponentChildren;
}

const Value = ({ text, shown, children }: ValueProps) => (
  <div class="contact-value">
    <strong>{shown ?? text}</strong>
    {children}
    <Copy text={text} />
  </div>
);

const Words = ({ of }: { of: (string | null)[] }) => <span>{of.filter(Boolean).join(' · ')}</span>;

const sureness = (confidence: number | null) => (confidence === null ? null : `${confidence} % sure`);

const regions = new Intl.DisplayNames('en', { type: 'region' });
const countryOf = (code: string): string => regions.of(code) ?? code;
