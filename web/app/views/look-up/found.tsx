import type { FindAnswer } from '#client';
import { Card } from '../../../shared/card.tsx';
import { Time } from '../../../shared/time.tsx';
import { LookupResult } from '../../parts/lookup-result.tsx';
import { Note } from '../../parts/note.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { Charge } from './charge.tsx';
import { EmailContact, LinkContact, PhoneContact } from './contact.tsx';
import { Contacts } from './contacts.tsx';

/** The answer of a lookup: the person, every contact with its sources, and what it cost. */
export function Found({ status, profile, person, credits, warnings, created_at, ...contacts }: FindAnswer) {
  const about = [person.headline, person.company, person.location].filter(Boolean).join(' · ');
  return (
    <Card title={person.full_name ?? profile.handle} actions={<LookupResult of={status} />}>
      <div>
        {about && <p>{about}</p>}
        <OutsideLink to={profile.url} />
      </div>
      {warnings.map(({ code, detail }) => (
        <Note key={code} tone="warn">
          {detail}
        </Note>
      ))}
      <Contacts title="E-mails" of={contacts.emails} keyOf={({ address }) => address} item={EmailContact} />
      <Contacts title="Phones" of={contacts.phones} keyOf={({ number }) => number} item={PhoneContact} />
      <Contacts title="Links" of={contacts.links} keyOf={({ url }) => url} item={LinkContact} />
      <Contacts
        title="E-mail of the company"
        of={contacts.company_email ? [contacts.company_email] : []}
        keyOf={({ address }) => address}
        item={EmailContact}
      />
      <footer class="charge small">
        <Charge of={credits} />
        <Time at={created_at} />
      </footer>
    </Card>
  );
}
