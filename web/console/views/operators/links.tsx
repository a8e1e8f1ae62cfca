import { useState } from 'preact/hooks';
import type { CreateOperatorLinkAnswer, ListOperatorLinksAnswer } from '#client';
import { Action } from '../../../shared/action.tsx';
import { api } from '../../../shared/api.ts';
import { Card } from '../../../shared/card.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form } from '../../../shared/form.tsx';
import { Listing } from '../../../shared/listing.tsx';
import { notify } from '../../../shared/notify.ts';
import { Secret } from '../../../shared/secret.tsx';
import { session } from '../../../shared/session.ts';
import type { Column } from '../../../shared/table.tsx';
import { Time } from '../../../shared/time.tsx';
import type { ListingState } from '../../../shared/use-listing.ts';

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
    { title: 'Created by', cell: ({ created_by }) => created_by },
    { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Used', cell: ({ used_at }) => (used_at ? <Time at={used_at} /> : 'Not yet') },
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
          <Field name="email" label="Email of the operator" maxLength={200} isRequired />
        </Form>
      )}
      {made && (
        <p>
          For {made.email}, shown once: <Secret text={location.origin + made.path} label="the link" />
        </p>
      )}
      <Listing label="Links" of={links} columns={columns} keyOf={({ id }) => id} empty="Nothing here yet." />
    </Card>
  );
}

interface RevokeProps {
  of: Link;
  onRevoked: () => Promise<void>;
}

/** Offered while there is something to end. */
function Revoke({ of: { id, email, used_at, has_session }, onRevoked }: RevokeProps) {
  if (used_at !== null && !has_session) return <>–</>;
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
