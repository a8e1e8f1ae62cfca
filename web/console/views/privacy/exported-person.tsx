import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { StoredContacts } from '#web/console/views/directory/stored-contacts.tsx';
import { saveFile } from '#web/shared/answers/save-file.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { AnswerPerson } from './answer-person.tsx';
import { Recipients } from './recipients.tsx';
import type { Person, PersonExport } from './types.ts';

/** Everything the service stores about a person, as in an access request. */
export function ExportedPerson({ of: known, person }: { of: PersonExport; person: Person }) {
  const [isMailing, mail] = useState(false);
  const { profiles, suppressions, shares_values_with: others } = known;
  const download = () => {
    const text = `${JSON.stringify(known, null, 2)}\n`;
    saveFile('export.json', new Blob([text], { type: 'application/json' }));
  };
  return (
    <>
      <Card
        title="What is known"
        actions={
          <>
            <button type="button" onClick={() => mail(true)}>
              Mail it to them
            </button>
            <Action label="Download as JSON" run={download} />
          </>
        }
      >
        {profiles.length === 0 && <p>Nothing is known about this person.</p>}
        {suppressions.length > 0 && (
          <p>
            <Badge tone="warn">Suppressed</Badge> Since <Time at={suppressions.at(-1)!.created_at} />.
          </p>
        )}
        {others.length > 0 && (
          <p>
            Other profiles have one of these addresses or numbers, and may be the same person:{' '}
            {others.join(', ')}. Export them by their links.
          </p>
        )}
      </Card>
      {isMailing && <AnswerPerson person={person} onClose={() => mail(false)} />}
      {profiles.map((known) => (
        <KnownProfile key={known.profile.url} of={known} />
      ))}
    </>
  );
}

function KnownProfile({ of: known }: { of: PersonExport['profiles'][number] }) {
  const { profile, directory, source_answers, recipients_total } = known;
  return (
    <Card title={profile.url}>
      <h3>In the directory</h3>
      {directory ? <StoredContacts of={directory} /> : <p>Nothing.</p>}
      {directory && directory.imports.length > 0 && (
        <p>
          From{' '}
          {directory.imports.map(({ id, file_name }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <a href={`/console/directory/imports/${id}`}>{file_name || 'an import without a name'}</a>
            </Fragment>
          ))}
        </p>
      )}
      {source_answers.map(({ source, fetched_at, ...contacts }) => (
        <section key={`${source} ${fetched_at}`}>
          <h3>
            Answer of {source}, <Time at={fetched_at} />
          </h3>
          <StoredContacts of={contacts} />
        </section>
      ))}
      <h3>Disclosed in {counted(recipients_total, 'answer')}</h3>
      <Recipients of={known} />
    </Card>
  );
}
