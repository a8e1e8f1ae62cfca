import type { FindAnswer } from '#client';
import { LookupResult } from '#web/app/parts/lookup-result.tsx';
import { Note } from '#web/app/parts/note.tsx';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Time } from '#web/shared/values/time.tsx';
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
      <Contacts title="Emails" of={contacts.emails} keyOf={({ address }) => address} item={EmailContact} />
      <Contacts title="Phones" of={contacts.phones} keyOf={({ number }) => number} item={PhoneContact} />
      <Contacts title="Links" of={contacts.links} keyOf={({ url }) => url} item={LinkContact} />
      <Contacts
        title="Email of the company"
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
