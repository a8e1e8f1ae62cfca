import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { setOperatorRole } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Operator = Answer<'GET /api/v1/admin/operators'>['items'][number];

const roles: Readonly<Record<Operator['role'], string>> = {
  owner: 'Owner: everything',
  finance: 'Finance: payments, invoices, contracts, promotions',
  support: 'Support: accounts, keys, locks, privacy',
  reader: 'Read only: look',
};

/** Everyone who may sign in, with their role. */
export function People({
  of: people,
  onChanged,
}: {
  of: ListingState<Operator>;
  onChanged: () => Promise<void>;
}) {
  const set = async ({ email, role, reason }: FormValues<'email' | 'role' | 'reason'>) => {
    await api.call('POST /api/v1/admin/operators', {
      body: { email, role: role as Operator['role'], reason },
    });
    notify('The role counts from the next click on.');
    await onChanged();
  };
  return (
    <Card title="People and roles">
      <Listing
        label="People"
        of={people}
        keyOf={({ email }) => email}
        empty="No one is listed yet. A call with the admin secret has the role of an owner."
        columns={[
          { title: 'Operator', cell: ({ email }) => email },
          { title: 'Role', cell: ({ role }) => roles[role] },
          { title: 'Sessions', isNumber: true, cell: ({ sessions }) => <Count of={sessions} /> },
          {
            title: 'Last sign-in',
            cell: ({ last_signed_in_at }) => (last_signed_in_at ? <Time at={last_signed_in_at} /> : '–'),
          },
          {
            title: 'Role set',
            isNamed: true,
            cell: ({ changed_at, changed_by }) =>
              changed_at ? (
                <>
                  <Time at={changed_at} /> by {changed_by}
                </>
              ) : (
                'By default'
              ),
          },
        ]}
      />
      <Form submit="Set the role" isCleared onSubmit={set}>
        <Field {...setOperatorRole.email} label="Operator" hint="Their email." />
        <Choice name="role" label="Role" options={Object.entries(roles)} value="support" />
        <Reason />
      </Form>
    </Card>
  );
}
