import Type from 'typebox';
import { dashboard, keyOrSession } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { answerAgain } from './paying/answer-again.ts';
import { opKeyOf } from './paying/lookup.ts';
import { FindAnswer } from './shapes.ts';

export const fetchLookup = operation({
  id: 'lookup.fetch-lookup',
  summary: "Get a lookup's answer",
  description: 'Free for 24 hours. Poll this for the final answer of a pending lookup.',
  kind: 'query',
  doors: [
    keyOrSession('GET', '/api/v1/find/{lookup_id}', { forWebsites: true }),
    dashboard('GET', '/internal/find/{account_id}/{lookup_id}'),
  ],
  mcp: {
    name: 'get_lookup',
    scope: 'lookup',
    title: 'Get the answer of a lookup',
    description:
      'Get the answer of an earlier find_contact again, by its `id`. Free for 24 hours. Use it when find_contact answered with `status` `pending`: call it every few seconds until the status changes.',
    isReadOnly: true,
  },
  account: 'required',
  showsContacts: true,
  input: Type.Object({
    lookup_id: Type.String({ maxLength: 100, description: 'The `id` from the first answer.' }),
  }),
  example: { lookup_id: 'lkp_0f0c6d2c1d6f4d0e9a55b0f2f7f8f3a1' },
  output: FindAnswer,
  errors: ['not_found'],

  async run(ctx, { lookup_id }) {
    const opKey = opKeyOf(lookup_id);
    const answer = opKey && (await answerAgain(ctx, ctx.account.id, ctx.key?.mode ?? 'live', opKey));
    return (
      answer ||
      ctx.fail('not_found', { detail: 'No lookup with this id exists, or it is older than 24 hours.' })
    );
  },
});
