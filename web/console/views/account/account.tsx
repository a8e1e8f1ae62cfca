import type { ComponentType } from 'preact';
import { addressOf } from '#web/console/parts/account-address.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Tabs } from '#web/shared/layout/tabs.tsx';
import { AccessPart } from './access-part.tsx';
import { AccountFacts } from './account-facts.tsx';
import { ClosingPart } from './closing/closing-part.tsx';
import { CreditsPart } from './credits/credits-part.tsx';
import { JourneyPart } from './journey/journey-part.tsx';
import { KeysPart } from './keys/keys-part.tsx';
import { Note } from './note.tsx';
import type { PartProps } from './part-props.ts';
import { PaymentsPart } from './payments-part.tsx';
import { Troubles } from './troubles.tsx';
import { UsagePart } from './usage/usage-part.tsx';

const parts: [name: string, title: string, part: ComponentType<PartProps>][] = [
  ['', 'Journey', JourneyPart],
  ['credits', 'Credits', CreditsPart],
  ['keys', 'Keys', KeysPart],
  ['usage', 'Usage', UsagePart],
  ['payments', 'Payments', PaymentsPart],
  ['access', 'Access', AccessPart],
  ['closing', 'Export and closing', ClosingPart],
];

/** The parts of a closed account. */
const partsOfClosed = ['', 'closing'];

interface AccountViewProps {
  account_id: string;
  part?: string;
}

/** One account: what is known of it, what happened to it, and what an operator can do about it. */
export default function AccountView({ account_id: id, part = '' }: AccountViewProps) {
  const found = useAnswer('GET /api/v1/admin/accounts/{account_id}', { path: { account_id: id } });
  const known = found.value?.account;
  return (
    <Page title={known?.name || known?.email || id} intro={<a href="/console/accounts">All accounts</a>}>
      <Show of={found}>
        {({ account, ...more }) => (
          <Parts account={account} more={more} reload={found.reload} id={id} shown={part} />
        )}
      </Show>
    </Page>
  );
}

/** `id` is that of the address: a closed account keeps the one that it had there. */
function Parts({ id, shown, ...props }: PartProps & { id: string; shown: string }) {
  const { account } = props;
  const isClosed = account.closed_at !== null;
  const of = parts.filter(([name]) => !isClosed || partsOfClosed.includes(name));
  const Part = of.find(([name]) => name === shown)?.[2];
  return (
    <>
      <Troubles {...props} />
      <AccountFacts of={account} />
      {!isClosed && <Note {...props} />}
      <Tabs label="About the account" of={of.map(([name, title]) => [addressOf(id, name), title])} />
      {Part ? <Part {...props} /> : <Empty title="There is no such part." />}
    </>
  );
}
