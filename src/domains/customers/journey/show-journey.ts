import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit } from '#core/page.ts';
import { instant, orNull, text } from '#core/shapes.ts';
import { accountNamed, accountNames } from '#domains/accounts/index.ts';
import { factsOf, journeyPage, readJourneyCursor, type SourcedFact } from './page.ts';

const Fact = Type.Object(
  {
    at: instant('When it happened.'),
    source: text('The part of the service that recorded it.'),
    what: text('The event.'),
    detail: Type.Record(Type.String(), Type.Unknown(), { description: 'More about it, by `what`.' }),
  },
  {
    examples: [
      {
        at: '2026-11-01T09:30:00.000Z',
        source: 'credits',
        what: 'credits.granted',
        detail: { grant_id: 7, source: 'operator', credits: 25, granted_by: 'mira', reason: 'a pilot' },
      },
    ],
  },
);

export const showJourney = operation({
  id: 'customers.show-journey',
  summary: 'Show what happened to an account, oldest first',
  description:
    'Every dated fact about one account, from its first sign-up attempt to its last lookup. Lookups are counted by UTC day, at ' +
    'the time of the first. Facts contain no contact values and no secrets.',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/growth/journey')],
  input: Type.Object({ ...accountNames, limit: pageLimit(1000, 200), cursor: Cursor }),
  example: { account_id: 'acme-42' },
  output: Type.Object({
    account_id: Type.String(),
    email: orNull(Type.String()),
    items: Type.Array(Fact),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor, ...named }) {
    const start = readJourneyCursor(cursor);
    if (!start) return failField(['cursor'], 'This cursor does not belong to the journey');
    const account = await accountNamed(ctx, named, { orClosed: true });

    const page = { from: new Date(start.atMs), limit: start.skip + limit + 1 };
    const known: SourcedFact[] = [];
    // One after the other: an operator's question must not take every connection.
    for (const source of ctx.ports.journey) {
      for (const fact of await factsOf(source, ctx.db, account, page))
        known.push({ source: source.id, ...fact });
    }
    const { facts, nextCursor } = journeyPage(known, start, limit);
    return {
      account_id: account.account_id,
      email: account.email,
      items: facts,
      next_cursor: nextCursor,
    };
  },
});
