import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listRedemptions } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** Redemptions by account and promo. */
export default function Redemptions() {
  const [{ code = '', account_id = '' }] = useQuery();
  const redemptions = useListing('GET /api/v1/admin/growth/redemptions', {
    query: { code, account_id, limit: 50 },
  });
  return (
    <Page title="Redemptions" intro="Promos by account.">
      <Filters>
        <Field {...listRedemptions.code} label="Code" />
        <Field {...listRedemptions.account_id} label="Account" hint="Its identifier." />
      </Filters>
      <Listing
        of={redemptions}
        label="Redemptions"
        keyOf={({ id }) => id}
        empty={code || account_id ? 'No matching redemptions.' : 'No one has redeemed a promo yet.'}
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
