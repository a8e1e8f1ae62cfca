import type { FindAnswer } from '#client';
import { LookupResult } from '#web/app/parts/lookups/lookup-result.tsx';
import { Note } from '#web/app/parts/note.tsx';
import { OutsideLink } from '#web/app/parts/outside-link.tsx';
import { saveFile } from '#web/shared/answers/save-file.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Copy } from '#web/shared/values/copy.tsx';
import { Charge } from './charge.tsx';
import { EmailRow, LinkRow, PhoneRow } from './contact.tsx';
import { csvOf, textOf, valuesOf, vCardOf } from './take-away.ts';

/** The answer of a lookup: the person, every contact with its sources, and what it cost. */
export function Found(answer: FindAnswer) {
  const { status, profile, person, credits, warnings, emails, phones, links, company_email } = answer;
  const about = [person.headline, person.company, person.location].filter(Boolean).join(' · ');
  return (
    <Card
      title={person.full_name ?? (profile.handle || 'Removed')}
      actions={valuesOf(answer).length > 0 ? <TakeAway answer={answer} /> : <LookupResult of={status} />}
    >
      <div class="person">
        {about && <p>{about}</p>}
        <OutsideLink to={profile.url} />
      </div>
      {warnings.map(({ code, detail }) => (
        <Note key={code} tone="warn">
          {detail}
        </Note>
      ))}
      <ul class="contacts">
        {emails.map((email) => (
          <EmailRow key={email.address} email={email} />
        ))}
        {phones.map((phone) => (
          <PhoneRow key={phone.number} phone={phone} />
        ))}
        {links.map((link) => (
          <LinkRow key={link.url} link={link} />
        ))}
        {company_email && <EmailRow email={company_email} kind="company" />}
      </ul>
      <p class="small faint">
        <Charge of={credits} />
      </p>
    </Card>
  );
}

const TakeAway = ({ answer }: { answer: FindAnswer }) => {
  const save = (ending: string, type: string, text: string) =>
    saveFile(`${answer.profile.handle}.${ending}`, new Blob([text], { type: `${type};charset=utf-8` }));
  return (
    <>
      <Copy text={textOf(answer)} label="Copy all" />
      <button type="button" class="quiet" onClick={() => save('csv', 'text/csv', csvOf(answer))}>
        CSV
      </button>
      <button type="button" class="quiet" onClick={() => save('vcf', 'text/vcard', vCardOf(answer))}>
        vCard
      </button>
    </>
  );
};
