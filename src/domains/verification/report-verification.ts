import Type from 'typebox';
import { rowsOf } from '#core/database/statement.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';

const Hour = Type.Object({
  hour: instant('The hour, by its beginning.'),
  asked: Type.Integer({ description: 'Questions to mail servers and vendors.' }),
  connected: Type.Integer({ description: 'Questions for which a mail server was reached.' }),
});

const Server = Type.Object({
  host: Type.String({ description: 'A mail server, or a vendor.' }),
  asked: Type.Integer({ description: 'Questions to it.' }),
});

const serversMax = 20;

export const reportVerification = operation({
  id: 'verification.report-verification',
  summary: 'Count the questions to mail servers of the last 24 hours',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/verification')],
  output: Type.Object({
    hours: Type.Array(Hour, { description: 'Newest first. Hours without a question are missing.' }),
    servers: Type.Array(Server, { description: `The ${serversMax} that were asked most.` }),
  }),
  errors: [],

  async run({ db }) {
    const hours = await rowsOf<Type.Static<typeof Hour>>(db)`
      select hour, asked, connected from verification_hour
      where host = '' and hour > clock_timestamp() - interval '24 hours' order by hour desc`;
    const servers = await rowsOf<Type.Static<typeof Server>>(db)`
      select host, sum(asked)::integer as asked from verification_hour
      where host <> '' and hour > clock_timestamp() - interval '24 hours'
      group by host order by asked desc, host limit ${serversMax}`;
    return { hours, servers };
  },
});
