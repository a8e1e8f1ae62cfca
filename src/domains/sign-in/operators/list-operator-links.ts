import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';
import { linkFromDescription } from '../shapes.ts';
import { recentLinks } from './sql.ts';

const linksMax = 1_000;

export const listOperatorLinks = operation({
  id: 'sign-in.list-operator-links',
  summary: 'List the one-time links to the console of the last day, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/operators/links')],
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['lnk_5kQv0rYx2LmT8aZc1BnW3d'] }),
        email: text('The address that the link is for.', 'ravi@operators.example.com'),
        created_by: text('Creator, under their name in the audit log.', 'mira'),
        link_from: orNull(Type.String({ examples: ['mira@operators.example.com'] }), linkFromDescription),
        created_at: instant('When it was made.'),
        expires_at: instant('When it stops working: after a day.'),
        used_at: instantOrNull('When it opened a session. Null if it has not.'),
        has_session: Type.Boolean({ description: 'Whether that session is still open.' }),
      }),
      { maxItems: linksMax },
    ),
  }),

  async run(ctx) {
    return { items: await recentLinks(ctx.db, ctx.now(), linksMax) };
  },
});
