import Type, { type Static } from 'typebox';
import { idOfUuid, uuidInId } from '#core/ids.ts';
import { instantText, text } from '#core/shapes.ts';
import { type Stop, stopCauses } from './sql.ts';

export const MailStop = Type.Object({
  id: text('Send it to lift the stop.', 'stop_0f0c6d2c1d6f8d0e9a55b0f2f7f8f3a1'),
  address: text('Its first letter and its domain. The address itself is not stored.', 'a…@example.com'),
  cause: Type.Enum([...stopCauses], {
    description:
      '`refused`: the mail server says that the address takes no mail. `bounced`: a mail came back. `operator`: you stopped it.',
  }),
  reason: text('The answer of the mail server, or your reason.', 'SMTP 550 5.1.1'),
  stopped_at: instantText('Since when.'),
});

export const stopReport = ({ key, shown, cause, reason, stopped_at }: Stop): Static<typeof MailStop> => ({
  id: idOfUuid('stop', key),
  address: shown,
  cause: cause as Static<typeof MailStop>['cause'],
  reason,
  stopped_at: stopped_at.toISOString(),
});

/** Null for a text that is no id of a stop. */
export const keyOfStop = (id: string): string | null => uuidInId('stop', id);
