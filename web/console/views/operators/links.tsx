import { useState } from 'preact/hooks';
import type { CreateOperatorLinkAnswer, ListOperatorLinksAnswer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { createOperatorLink } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { session } from '#web/shared/session/session.ts';
import { None } from '#web/shared/values/none.tsx';
import { Secret } from '#web/shared/values/secret.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Link = ListOperatorLinksAnswer['items'][number];

interface LinksProps {
  of: ListingState<Link>;
  onRevoked: () => Promise<void>;
}

/** Makes one-time links, lists those of the last day, and ends them. */
export function Links({ of: links, onRevoked }: LinksProps) {
  const [made, setMade] = useState<CreateOperatorLinkAnswer | null>(null);
  const make = async (email: string) => {
    setMade(await api.call('POST /api/v1/admin/operators/links', { body: { email } }));
    await links.reload();
  };
  const columns: Column<Link>[] = [
    { title: 'For', cell: ({ email }) => email },
    { title: 'Created by', isNamed: true, cell: ({ created_by }) => created_by },
    { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Used', isBeside: true, cell: ({ used_at }) => (used_at ? <Time at={used_at} /> : 'Not yet') },
    { title: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
    { title: 'Action', cell: (link) => <Revoke of={link} onRevoked={onRevoked} /> },
  ];
  return (
    <Card title="One-time links">
      <p class="small">
        A link signs one person in, once, within a day. If you are locked or leave OPERATORS, your links end,
        and so do the sessions they opened.
      </p>
      {session.value?.by_link ? (
        <p>Sign in through the identity provider to create links.</p>
      ) : (
        <Form<'email'> isInline isCleared submit="Create a link" onSubmit={({ email }) => make(email)}>
          <Field {...createOperatorLink.email} label="Email of the operator" />
        </Form>
      )}
      {made && (
        <p>
          For {made.email}, shown once: <Secret text={location.origin + made.path} label="the link" />
        </p>
      )}
      <Listing
        label="Links"
        of={links}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No link was made in the last day."
      />
    </Card>
  );
}

interface RevokeProps {
  of: Link;
  onRevoked: () => Promise<void>;
}

/** Offered while there is something to end. */
function Revoke({ of: { id, email, used_at, has_session }, onRevoked }: RevokeProps) {
  if (used_at !== null && !has_session) return <None />;
  const revoke = async () => {
    const path = { link_id: id };
    await api.call('POST /api/v1/admin/operators/links/{link_id}/revocation', { path });
    notify('Link revoked.');
    await onRevoked();
  };
  return (
    <Action
      label="Revoke"
      isDanger
      run={revoke}
      confirm={{
        title: `Revoke the link for ${email}?`,
        text: used_at ? 'The session it opened ends too.' : 'It stops working at once.',
        act: 'Revoke the link',
      }}
    />
  );
}
