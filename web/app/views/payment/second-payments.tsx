import { Note } from '#web/app/parts/note.tsx';
import type { Movement } from '#web/app/views/invoices/movement.ts';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Day } from '#web/shared/values/time.tsx';

/** Money that came although the purchase was paid. It goes back to the buyer. */
export const SecondPayments = ({ of }: { of: readonly Movement[] }) =>
  of
    .filter(({ kind, status }) => kind === 'payment' && status === 'duplicate')
    .map((payment) => <Second key={payment.id} of={payment} back={sentBack(of, payment)} />);

const sentBack = (movements: readonly Movement[], { provider_payment_id }: Movement) =>
  movements.find((one) => one.kind !== 'payment' && one.provider_payment_id === provider_payment_id);

const Second = ({ of: { amount, at }, back }: { of: Movement; back: Movement | undefined }) => (
  <Note>
    <p>
      A second payment of <Rupees paise={amount} /> came on <Day at={at} />.{' '}
      {back ? (
        <>
          It went back on <Day at={back.at} />.
        </>
      ) : (
        'It goes back to the account or card that it came from.'
      )}
    </p>
  </Note>
);
