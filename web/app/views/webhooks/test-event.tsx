import { useEffect, useState } from 'preact/hooks';
import { Live } from '#web/app/parts/live.tsx';
import { api, me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { outcomeOf } from './attempts.tsx';
import type { Delivery } from './delivery.ts';

interface TestEventProps {
  endpoint_id: string;
  onAnswered: () => void;
}

/** Sends a test event and shows what the server answers. */
export function TestEvent({ endpoint_id, onAnswered }: TestEventProps) {
  const [sent, setSent] = useState<string | null>(null);
  const test = async () => {
    const path = { account_id: me, endpoint_id };
    const { id } = await api.call('POST /internal/webhooks/{account_id}/endpoints/{endpoint_id}/test', {
      path,
    });
    setSent(id);
  };
  return (
    <Card title="Test it">
      <p>
        Sends an <code>endpoint.test</code> event, signed as every message.
      </p>
      <Action label="Send a test event" isPrimary run={test} />
      <Live>{sent && <Outcome key={sent} id={sent} {...{ endpoint_id, onAnswered }} />}</Live>
    </Card>
  );
}

function Outcome({ id, endpoint_id, onAnswered }: TestEventProps & { id: string }) {
  const { value } = useAnswer(
    'GET /internal/webhooks/{account_id}/deliveries',
    { path: { account_id: me }, query: { endpoint_id, limit: 10 } },
    { everyMs: (answer) => (attemptOn(id, answer?.items) ? undefined : 500) },
  );
  const attempt = attemptOn(id, value?.items);
  useEffect(() => {
    if (attempt) onAnswered();
  }, [attempt === undefined]);
  if (!attempt) return <Progress label="Waiting for the answer of your server" />;
  const isGood = attempt.status_code !== null && attempt.status_code < 300;
  return (
    <p>
      <Badge tone={isGood ? 'good' : 'bad'}>{isGood ? 'Delivered' : 'Not delivered'}</Badge>:{' '}
      {outcomeOf(attempt)}
      {!isGood && '. Answer with a 2xx status. It is tried again in a minute.'}
    </p>
  );
}

const attemptOn = (id: string, deliveries: Delivery[] = []) =>
  deliveries.find((delivery) => delivery.id === id)?.attempts[0];
