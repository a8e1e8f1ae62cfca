import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listAccounts } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { AccountList } from './list.tsx';

const locks = [
  ['', 'Any'],
  ['true', 'Locked'],
  ['false', 'Not locked'],
] as const;
const rates = [
  ['', 'Any'],
  ['set', 'Their own'],
  ['unset', 'From the plan'],
] as const;
const numbers = [
  ['', 'Any'],
  ['verified', 'Verified'],
  ['recorded', 'Not verified'],
  ['none', 'None'],
] as const;

export default function Accounts() {
  const [{ locked = '', rpm = '', whatsapp = '', order }] = useQuery();
  const { q = '' } = useSought();
  const accounts = useListing('GET /api/v1/admin/growth/accounts', {
    query: { q, locked, rpm, whatsapp, order: order === 'oldest' ? order : 'newest', limit: 50 },
  });
  return (
    <Page title="Accounts" intro="Open one to see its journey and to act on it.">
      <Filters personal={['q']}>
        <Field
          {...listAccounts.q}
          type="search"
          label="Search"
          hint="Account ID, email, domain, name, phone, GSTIN, key, device or payment"
        />
        <Choice name="locked" label="Locks" options={locks} />
        <Choice name="rpm" label="Request rate" options={rates} />
        <Choice name="whatsapp" label="WhatsApp" options={numbers} />
      </Filters>
      <AccountList
        of={accounts}
        empty={q || locked || rpm || whatsapp ? 'No matching accounts.' : 'No one has signed up yet.'}
      />
    </Page>
  );
}
