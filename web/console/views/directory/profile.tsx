import { useEffect, useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { showProfile } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { CorrectValue } from './correct-value.tsx';
import { shownProfile } from './shown-profile.ts';
import { StoredContacts } from './stored-contacts.tsx';
import type { StoredProfile } from './types.ts';

const forget = () => {
  shownProfile.value = null;
};

/** One profile as the directory stores it. The link stays out of the address of this page. */
export default function Profile() {
  const [found, find] = useState<StoredProfile | null>(null);
  const show = async ({ profile_url }: { profile_url: string }) => {
    find(null);
    find(await api.call('GET /api/v1/admin/directory/profile', { query: { profile_url } }));
  };
  const sought = shownProfile.value;
  useEffect(() => {
    // After a failure the form still has the link, and says what is wrong when it is sent.
    if (sought) void show({ profile_url: sought }).catch(() => {});
  }, [sought]);
  useEffect(() => () => forget(), []);
  return (
    <Page title="A profile as stored" intro="The stored profile, and what each import contributed.">
      <Card>
        <Form key={sought} submit="Show the profile" onSubmit={show} isInline>
          <Field
            {...showProfile.profile_url}
            label="Profile link"
            value={sought}
            placeholder="linkedin.com/in/asha-example"
            autoComplete="off"
          />
        </Form>
      </Card>
      {found && <Stored of={found} onChange={find} />}
    </Page>
  );
}

function Stored({ of, onChange }: { of: StoredProfile; onChange: (profile: StoredProfile | null) => void }) {
  const { profile, suppressed, statements, created_at, updated_at } = of;
  return (
    <>
      <Card title={of.person.full_name ?? profile.handle}>
        {suppressed && (
          <p>
            <Badge tone="warn">Suppressed</Badge> Customers learn nothing about this person.
          </p>
        )}
        <Facts
          of={[
            ['Profile', profile.url],
            ['Network', profile.network],
            ['Stored', <Time at={created_at} />],
            ['Changed', <Time at={updated_at} />],
          ]}
        />
        <StoredContacts
          of={of}
          act={(kind, value) => (
            <CorrectValue url={profile.url} kind={kind} value={value} onChange={onChange} />
          )}
        />
      </Card>
      <Card title="What each import contributed">
        {statements.map(({ import_id, file_name, ...contacts }) => (
          <section class="statement" key={import_id}>
            <h3>
              {import_id ? (
                <a href={`/console/directory/imports/${import_id}`}>
                  {file_name || 'An import without a name'}
                </a>
              ) : (
                'Corrected by operators'
              )}
            </h3>
            <StoredContacts of={contacts} />
          </section>
        ))}
      </Card>
    </>
  );
}
