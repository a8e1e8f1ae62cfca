import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { answerAgain, isWithoutPerson, opKeyOf } from '#domains/lookup/index.ts';
import { maskedAnswer } from './masked-answer.ts';
import { Call, summaryOf } from './shapes.ts';
import { callsOf } from './sql.ts';

export const showCall = operation({
  id: 'calls.show-call',
  summary: 'Get a call with its request and its answer',
  description:
    'Emails, phones and links in the answer are masked. Set `reveal` to get them, as they may be disclosed now; that is one of the ' +
    'account’s acts and is on its timeline. Keys, emails and phones in the request are never kept.',
  kind: 'query',
  share: 'reports',
  doors: [dashboard('GET', '/internal/calls/{account_id}/{call_id}')],
  account: 'required',
  input: Type.Object({
    call_id: Type.String({ maxLength: 100, description: "The call's `id` in the list." }),
    reveal: Type.Boolean({ default: false, description: 'Whether to show the contacts in the answer.' }),
  }),
  example: { account_id: 'acme-42', call_id: 'call_4mAYQ7rYV0bIqJm2vQx1sT' },
  output: Call,
  errors: ['not_found'],

  async run(ctx, { call_id: id, reveal }) {
    const [call] = await callsOf(ctx.db, ctx.account.id, { id }, 1);
    if (!call)
      return ctx.fail('not_found', { detail: 'No call with this id exists, or it is older than 24 hours.' });

    const opKey = opKeyOf(id);
    if (!opKey) return { ...summaryOf(call), request: call.request, answer: call.answer, masked: false };
    const answer = await answerAgain(ctx, ctx.account.id, call.mode, opKey);
    const shown = answer && (reveal ? answer : maskedAnswer(answer));
    if (shown && reveal)
      ctx.audit('call.contacts_shown', { account_id: ctx.account.account_id, call_id: id });
    return {
      ...summaryOf(call),
      request: shown && !isWithoutPerson(shown) ? JSON.stringify({ body: withoutNulls(shown.input) }) : null,
      answer: shown && JSON.stringify(shown),
      masked: !reveal,
    };
  },
});

const withoutNulls = (members: object) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
