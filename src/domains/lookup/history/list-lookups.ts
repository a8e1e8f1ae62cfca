import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, pageLimit } from '#core/page.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import {
  canonicalFilter,
  PastFilter,
  PastLookup,
  pastLookups,
  pastSpan,
  placePattern,
} from './past-lookups.ts';

export const listLookups = operation({
  id: 'lookup.list-lookups',
  summary: 'List whom an account looked up, newest first',
  description:
    'Kept for `history_days`, a setting; 0 is off. Emails, phones and links are kept for 24 hours: look up the profile again for newer ones. A person who opts out or is erased is removed at once. With a filter, a page can have fewer items than `limit`, or none, although another one follows.',
  kind: 'query',
  share: 'reports',
  doors: [dashboard('GET', '/internal/lookups/{account_id}')],
  account: 'required',
  input: Type.Object({
    ...PastFilter.properties,
    limit: pageLimit(200, 50),
    cursor: Type.Optional(
      Type.String({ pattern: placePattern, description: '`next_cursor` of the page before.' }),
    ),
  }),
  example: { account_id: 'acme-42' },
  output: Type.Object({
    account_id: Type.String(),
    history_days: Type.Integer({ description: 'How long lookups stay in this list. 0: it is off.' }),
    items: Type.Array(PastLookup),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor, ...filter }) {
    const { history_days } = ctx.ports.settings.current();
    const span = pastSpan(filter, history_days, ctx.now());
    const wanted = canonicalFilter(filter, ctx.ports.use(CodeHosts));
    const page = await pastLookups(ctx.db, ctx.account.id, wanted, span, { cursor, limit });
    return { account_id: ctx.account.account_id, history_days, ...page };
  },
});
