import type { ComponentChildren } from 'preact';
import type { FindAnswer } from '#client';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { CopyIcon } from '#web/shared/values/copy.tsx';
import { Icon } from '#web/shared/values/icon.tsx';
import { PhoneText } from '#web/shared/values/phone-text.tsx';
import { SeenBy } from './seen-by.tsx';

type Email = FindAnswer['emails'][number];
type Phone = FindAnswer['phones'][number];
type Link = FindAnswer['links'][number];

const emailStatuses: Record<Email['status'], [tone: Tone, text: string, meaning: string]> = {
  verified: ['good', 'Verified', 'A mailbox answered.'],
  accept_all: ['warn', 'Accepts all', 'Its domain accepts every name.'],
  risky: ['warn', 'Risky', 'It takes mail, but it is full, temporary, or of a role.'],
  unverified: ['warn', 'Unverified', 'A check gave no answer.'],
  invalid: ['bad', 'Invalid', 'It takes no mail.'],
  unknown: ['plain', 'Not checked', 'It wasn’t checked.'],
};

export function EmailRow({
  email: { address, type, status, confidence, verified_at, ...seen },
  kind,
}: {
  email: Email;
  kind?: string;
}) {
  const [tone, text, meaning] = emailStatuses[status];
  return (
    <Contact
      icon="mail"
      text={address}
      kind={kind ?? kindOf(type)}
      sureness={confidence}
      state={
        <span title={meaning}>
          <Badge tone={tone}>{text}</Badge>
          {verified_at && (
            <>
              {' '}
              <Ago at={verified_at} />
            </>
          )}
        </span>
      }
      {...seen}
    />
  );
}

export const PhoneRow = ({
  phone: { number, extension, country, type, confidence, ...seen },
}: {
  phone: Phone;
}) => (
  <Contact
    icon="phone"
    text={number}
    shown={
      <>
        <PhoneText of={number} />
        {extension && ` ext. ${extension}`}
      </>
    }
    kind={[kindOf(type), country && countryOf(country)].filter(Boolean).join(', ')}
    sureness={confidence}
    {...seen}
  />
);

export const LinkRow = ({ link: { network, url, sources } }: { link: Link }) => (
  <Contact icon="link" text={url} shown={<OutsideLink to={url} />} kind={network} sources={sources} />
);

interface ContactProps {
  icon: string;
  /** Goes to the clipboard. */
  text: string;
  shown?: ComponentChildren;
  kind: string;
  state?: ComponentChildren;
  sureness?: number | null;
  sources: Link['sources'];
  first_seen?: string;
  last_seen?: string;
}

/** One value in a row. Its sources open below it. */
function Contact({ icon, text, shown = text, kind, state, sureness = null, ...seen }: ContactProps) {
  const last = seen.last_seen ?? seen.sources[0]?.seen_at;
  return (
    <li class="contact">
      <Icon of={icon} />
      <span class="contact-value">
        <span>{shown}</span>
        <CopyIcon text={text} />
      </span>
      <span class="contact-kind">
        {kind}
        {sureness !== null && ` ${sureness}% sure`}
      </span>
      <span class="contact-state">{state}</span>
      <span class="contact-age">
        <Ago at={last} />
      </span>
      <SeenBy {...seen} />
    </li>
  );
}

const kindOf = (type: string): string => (type === 'unknown' ? '' : type.replaceAll('_', ' '));

const regions = new Intl.DisplayNames('en', { type: 'region' });
const countryOf = (code: string): string => regions.of(code) ?? code;
