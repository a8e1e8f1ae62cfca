import { useMemo } from 'preact/hooks';
import { type Answer, ValidationError } from '#client';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Claim } from './claim.tsx';
import { Paid } from './paid.tsx';
import { Waiting } from './waiting.tsx';

type State = Answer<'GET /api/v1/billing/claim-token'>;

/** Often at first, while most payments arrive; then less often, for those that take their time. */
const pace = () => {
  const openedAt = Date.now();
  return (state: State | undefined): number | undefined => {
    if (state && (state.status !== 'pending' || !state.is_known)) return undefined;
    return Date.now() - openedAt < 60_000 ? 1500 : 10_000;
  };
};

const Unknown = ({ reference }: { reference: string }) => (
  <Empty title="There is no such payment.">
    <p>
      No checkout has the reference <code>{reference}</code>. Part of it may be missing: compare the address
      with the one you were given.
    </p>
    <a class="button" href="/app/invoices">
      Your payments
    </a>
  </Empty>
);

/** Where buyers come back to. It waits for the payment, whether they come by a link, the back button or a reload. */
export default function Payment({ reference }: { reference: string }) {
  const everyMs = useMemo(pace, [reference]);
  const state = useAnswer(
    'GET /api/v1/billing/claim-token',
    { query: { payment_reference: reference } },
    { everyMs },
  );
  // It can't be a reference.
  if (state.error instanceof ValidationError)
    return (
      <Page title="Payment">
        <Unknown reference={`${reference.slice(0, 40)}…`} />
      </Page>
    );
  return (
    <Page title="Payment">
      <Show of={state}>
        {({ status, token, plan_id, is_known }) => {
          if (!is_known) return <Unknown reference={reference} />;
          if (status === 'claimed') return <Paid reference={reference} />;
          return token ? (
            <Claim token={token} planId={plan_id} onClaimed={state.reload} />
          ) : (
            <Waiting reference={reference} />
          );
        }}
      </Show>
    </Page>
  );
}
