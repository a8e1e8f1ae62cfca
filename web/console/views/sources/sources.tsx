import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { SourceTable } from './source-table.tsx';
import type { Sources as Answer } from './types.ts';

const refreshMs = 15_000;

/** Sources other than the directory, with their hit rates and costs. */
export default function Sources() {
  const sources = useAnswer('GET /api/v1/admin/sources', {}, { everyMs: refreshMs });
  return (
    <Page
      title="Sources"
      intro="Where lookups ask when the directory has nothing. Counts are of the last 30 days."
    >
      <Show of={sources}>
        {({ items, unearned_vendor_money }) => (
          <>
            <Unearned of={unearned_vendor_money} />
            <SourceTable title="Free sources" of={items.filter(({ tier }) => tier === 'free')} />
            <SourceTable title="Paid sources" of={items.filter(({ tier }) => tier === 'paid')} />
          </>
        )}
      </Show>
    </Page>
  );
}

function Unearned({ of }: { of: Answer['unearned_vendor_money'] }) {
  const { paise, under_way_paise, limit_paise, account_limit_paise, accounts } = of;
  const first = accounts[0];
  return (
    <Card title="Spent today without a hit">
      <Meter
        label="Charged by vendors for lookups that earned no credit, today (UTC)"
        value={paise}
        max={limit_paise}
        text={`${rupeesOf(paise)} of ${rupeesOf(limit_paise)}`}
        tone={paise >= limit_paise ? 'bad' : paise * 2 >= limit_paise ? 'warn' : 'good'}
      />
      <p>
        Lookups under way may add {rupeesOf(under_way_paise)}. At the limit, paid sources rest until tomorrow.
        Each account may spend {rupeesOf(account_limit_paise)} of it
        {first ? (
          <>
            ; <AccountLink id={first.account_id} /> has spent the most, {rupeesOf(first.paise)}.
          </>
        ) : (
          '.'
        )}{' '}
        <a href="/console/settings">Change the limits</a>
      </p>
    </Card>
  );
}
