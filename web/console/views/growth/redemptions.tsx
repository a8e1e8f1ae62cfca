import { useQuery } from '../../../shared/address.ts';
import { Count } from '../../../shared/count.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form } from '../../../shared/form.tsx';
import { Listing } from '../../../shared/listing.tsx';
import { Page } from '../../../shared/page.tsx';
import { Time } from '../../../shared/time.tsx';
import { useListing } from '../../../shared/use-listing.ts';
import { AccountLink } from '../../parts/account-link.tsx';

/** Who redeemed what. */
export default function Redemptions() {
  const [{ code = '', account_id = '' }, ask] = useQuery();
  const redemptions = useListing('GET /api/v1/admin/growth/redemptions', {
    query: { code, account_id, limit: 50 },
  });
  return (
    <Page title="Redemptions" intro="Who redeemed which promo.">
      <Form
        key={`${code} ${account_id}`}
        submit="Filter"
        isInline
        onSubmit={(values: { code: string; account_id: string }) => ask(values)}
      >
        <Field name="code" label="Code" value={code} maxLength={40} />
        <Field name="account_id" label="Account" hint="Its identifier." value={account_id} maxLength={200} />
      </Form>
      <Listing
        of={redemptions}
        label="Redemptions"
        keyOf={({ id }) => id}
        empty="Nothing here yet."
        columns={[
          { title: 'Code', cell: (redemption) => <code>{redemption.code}</code> },
          { title: 'Account', cell: ({ account_id: id, email }) => <AccountLink id={id} text={email} /> },
          { title: 'Credits', cell: ({ credits }) => <Count of={credits} />, isNumber: true },
          { title: 'Redeemed', cell: ({ redeemed_at }) => <Time at={redeemed_at} /> },
          { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
        ]}
      />
    </Page>
  );
}
