import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Reported } from './shapes.ts';
import { takeReports } from './take-reports.ts';

export const reportBounces = operation({
  id: 'bounces.report-bounces',
  summary: 'Report emails that bounced',
  description:
    'For emails that a lookup returned which you paid for in the last 30 days. Each is checked; if it is dead, its credit is given back, once per email and once per lookup.',
  kind: 'command',
  doors: [liveKey('POST', '/api/v1/bounces'), dashboard('POST', '/internal/bounces')],
  account: 'required',
  input: Type.Object({
    emails: Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
      minItems: 1,
      maxItems: 500,
      description: 'The emails that came back.',
    }),
  }),
  example: { emails: ['asha@works.example'] },
  output: Type.Object({
    items: Type.Array(Reported, { description: 'In the order of `emails`, which aren’t repeated here.' }),
  }),
  errors: [],

  async run(ctx, { emails }) {
    return { items: await takeReports(ctx, emails, ctx.surface) };
  },
});
