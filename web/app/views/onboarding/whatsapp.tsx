import { useState } from 'preact/hooks';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Support } from '#web/shared/session/support.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { CodeForm } from './code-form.tsx';
import type { NumberState, SentCode } from './number.ts';
import { NumberForm } from './number-form.tsx';

interface WhatsAppProps {
  of: NumberState;
  /** The code that was sent from this page. */
  sent: SentCode | null;
  onSent: (code: SentCode) => void;
  onChanged: () => Promise<void>;
}

/** The account's WhatsApp number: typed, confirmed by a code, or left for later. */
export function WhatsApp({ of: state, sent, onSent, onChanged }: WhatsAppProps) {
  const [isOther, setOther] = useState(false);
  const known: SentCode | null = state.state === 'code_sent' ? { number: null, resendAt: 0 } : null;
  const waiting = isOther ? null : (sent ?? known);

  const codeSent = (code: SentCode) => {
    onSent(code);
    setOther(false);
  };
  if (state.state === 'verified') return <Verified of={state} />;
  return (
    <Card title="WhatsApp number">
      {waiting ? (
        <CodeForm
          sent={waiting}
          masked={state.whatsapp}
          onSent={codeSent}
          onOther={() => setOther(true)}
          onConfirmed={onChanged}
        />
      ) : (
        <NumberForm of={state} onSent={codeSent} onCode={() => setOther(false)} onRecorded={onChanged} />
      )}
      <p>
        <a href="/app">Do this later</a>
        {state.required && ' You need it to buy a plan.'}
      </p>
    </Card>
  );
}

const Verified = ({ of: { whatsapp, verified_at: at } }: { of: NumberState }) => (
  <Card title="WhatsApp number" actions={<Badge tone="good">Confirmed</Badge>}>
    <Facts
      of={[
        ['Number', whatsapp],
        ['Confirmed', <Time at={at} />],
      ]}
    />
    <p class="small faint">
      You can’t change it here. If you have a new number, <Support>contact support</Support>.
    </p>
  </Card>
);
