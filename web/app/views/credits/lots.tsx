import type { Answer } from '#client';
import { Meter } from '#web/shared/feedback/meter.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Count, counted, countOf } from '#web/shared/values/count.tsx';
import { expiryWords, isSoon } from './next-events.ts';
import { sourceWords } from './words.ts';

export type BalanceAnswer = Answer<'GET /internal/billing/balance/{account_id}'>;
type Lot = BalanceAnswer['lots'][number];

const lotsAtFirst = 4;

/** Credits left, by lot in spending order, each with its days left. */
export function Lots({ of: { balance, held, lots } }: { of: BalanceAnswer }) {
  const others = lots.slice(lotsAtFirst);
  return (
    <Card title="Left">
      <p class="big">{counted(balance, 'credit')}</p>
      {held > 0 && (
        <p class="small faint">
          <Count of={held} /> more are set aside for work in progress or for a disputed payment.
        </p>
      )}
      <LotMeters of={lots.slice(0, lotsAtFirst)} />
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'more lot')}</summary>
          <LotMeters of={others} />
        </details>
      )}
    </Card>
  );
}

const LotMeters = ({ of }: { of: readonly Lot[] }) => (
  <ul class="lots">
    {of.map((lot, at) => (
      <li key={at}>
        <LotMeter of={lot} />
      </li>
    ))}
  </ul>
);

function LotMeter({ of: { source, granted, available, expires_at: at } }: { of: Lot }) {
  const now = Date.now();
  return (
    <>
      <Meter
        value={available}
        max={granted}
        label={sourceWords[source] ?? source}
        text={`${countOf(available)} of ${countOf(granted)}`}
        tone={available > 0 && isSoon(at, now) ? 'warn' : 'good'}
      />
      <p class="small faint">{expiryWords(at, now)}</p>
    </>
  );
}
