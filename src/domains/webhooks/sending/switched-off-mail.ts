import { type Draft, dayText, said } from '#domains/mails/index.ts';
import type { SwitchedOff } from './attempts.ts';

/** Says that an endpoint gets no more events, because it has failed for three days. */
export function switchedOffMail({ id, name, url, failing_since }: SwitchedOff, publicUrl: string): Draft {
  const link = `${publicUrl}/app/webhooks/${id}`;
  const shown = said(name);
  const { host } = new URL(url);
  const since = dayText(failing_since);
  return {
    template: 'webhook_switched_off',
    values: {
      endpoint_id: id,
      endpoint_name: shown,
      endpoint_host: host,
      failing_since: failing_since.toISOString(),
      endpoint_url: link,
    },
    subject: `A webhook endpoint was switched off: ${shown || host}`,
    blocks: [
      'Your server has accepted no message for three days. It gets no more events:',
      {
        facts: [...(shown ? [['Name', shown] as const] : []), ['Server', host], ['Failing since', since]],
      },
      'Fix your server, resume the endpoint, and send the failed messages again:',
      { link, label: 'Open the endpoint' },
    ],
  };
}
