import { useEffect, useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { exportPerson } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { ErasePerson } from './erase-person.tsx';
import { ExportedPerson } from './exported-person.tsx';
import { filledIn, soughtPerson } from './person-of.ts';
import type { Person, PersonExport } from './types.ts';

interface Found {
  person: Person;
  known: PersonExport;
}

const forget = () => {
  soughtPerson.value = null;
};

/** Answers requests for access and erasure. The address of this page names no person. */
export default function People() {
  const [found, find] = useState<Found | null>(null);
  const sought = soughtPerson.value;
  useEffect(() => {
    find(null);
  }, [sought]);
  useEffect(() => () => forget(), []);
  const show = async (values: FormValues<keyof Person>) => {
    find(null);
    const person = filledIn(values);
    find({ person, known: await api.call('POST /api/v1/admin/people/export', { body: person }) });
  };
  return (
    <Page
      title="Export and erasure"
      intro="Everything stored about one person, and who received it. Each export is recorded in the audit log."
    >
      <Card title="Who is it?">
        <p>One of them is enough. Several are taken to be the same person.</p>
        <Form key={sought && JSON.stringify(sought)} submit="Show what is known" onSubmit={show}>
          <Field
            {...exportPerson.email}
            value={sought?.email}
            label="Email"
            isRequired={false}
            autoComplete="off"
          />
          <Field
            {...exportPerson.profile_url}
            value={sought?.profile_url}
            label="Profile link"
            isRequired={false}
            autoComplete="off"
          />
          <Field
            {...exportPerson.phone}
            value={sought?.phone}
            label="Phone"
            hint="With its country code."
            isRequired={false}
            autoComplete="off"
          />
        </Form>
      </Card>
      {found && (
        <>
          <ExportedPerson of={found.known} person={found.person} />
          <ErasePerson person={found.person} known={found.known} onErased={() => find(null)} />
        </>
      )}
    </Page>
  );
}
