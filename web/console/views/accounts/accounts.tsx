import { useRef, useState } from 'preact/hooks';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listAccounts } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { AccountList } from './list.tsx';
import '#web/console/parts/layout.css';

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

const typingMs = 250;

/** The search text stays out of the address: it may be a name or an email. */
export default function Accounts() {
  const [query, change] = useQuery();
  const [sought, seek] = useState('');
  const { locked = '', rpm = '', whatsapp = '' } = query;
  const accounts = useListing('GET /api/v1/admin/growth/accounts', {
    query: { q: sought, locked, rpm, whatsapp, limit: 50 },
  });
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Searches a moment after the last key. */
  const type = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'q') return;
    clearTimeout(typing.current);
    typing.current = setTimeout(() => seek(target.value), typingMs);
  };
  return (
    <Page title="Accounts" intro="Newest first. Open one to see its journey and to act on it.">
      <div onInput={type}>
        <Form
          isInline
          submit="Search"
          onSubmit={({ q, ...filters }: FormValues<'q' | 'locked' | 'rpm' | 'whatsapp'>) => {
            seek(q);
            change(filters);
          }}
        >
          <Field
            {...listAccounts.q}
            type="search"
            label="Search"
            value={sought}
            hint="Account ID, email, domain, name, phone, key, device or payment"
          />
          <Choice name="locked" label="Locks" value={locked} options={locks} />
          <Choice name="rpm" label="Request rate" value={rpm} options={rates} />
          <Choice name="whatsapp" label="WhatsApp" value={whatsapp} options={numbers} />
        </Form>
      </div>
      <AccountList of={accounts} />
    </Page>
  );
}
