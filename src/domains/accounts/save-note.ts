import { Type } from 'typebox';
import type { Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, orNull } from '#core/shapes.ts';
import { lockAccountNamed } from './account-named.ts';
import { accountIdBounds } from './rules.ts';

export const AccountNote = Type.Object(
  {
    note: Type.String({ description: 'The note. Empty if there is none.' }),
    changed_at: instantOrNull('When it was written.'),
    actor: orNull(Type.String(), 'The operator who wrote it.'),
  },
  { title: 'AccountNote', description: 'A note of operators on an account.' },
);

/** The note of an account, by its internal id. */
export async function noteOf(db: Db, account: number) {
  const row = await db
    .selectFrom('account_note')
    .select(['note', 'changed_at', 'actor'])
    .where('account', '=', account)
    .executeTakeFirst();
  return row ?? { note: '', changed_at: null, actor: null };
}

export const saveNote = operation({
  id: 'accounts.save-note',
  summary: 'Write a note on an account, for the other operators',
  description:
    'It replaces the note before. Its customer never sees it. The audit log says that it changed, and not what it says.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/accounts/{account_id}/note')],
  roles: ['finance', 'support'],
  input: Type.Object({
    account_id: Type.String({ ...accountIdBounds, description: 'The account.', examples: ['acme-42'] }),
    note: Type.String({
      'x-trimmed': true,
      maxLength: 2000,
      default: '',
      description: 'The note. Empty to remove it.',
    }),
  }),
  example: { note: 'Pays by link each quarter. Ask Leela.' },
  output: AccountNote,
  errors: ['not_found'],

  async run(ctx, { account_id, note }) {
    const account = await lockAccountNamed(ctx, { account_id, email: '' });
    const before = await noteOf(ctx.db, account.id);
    const isChanged = note !== before.note;
    if (note === '') await ctx.db.deleteFrom('account_note').where('account', '=', account.id).execute();
    else if (isChanged) {
      const row = { note, changed_at: ctx.now(), actor: ctx.actor };
      await ctx.db
        .insertInto('account_note')
        .values({ account: account.id, ...row })
        .onConflict((accounts) => accounts.column('account').doUpdateSet(row))
        .execute();
    }
    // Its text is about a person, and the audit log outlives the account.
    ctx.audit('account.note_saved', {
      account_id,
      before: { has_note: before.note !== '', is_changed: false },
      after: { has_note: note !== '', is_changed: isChanged },
    });
    return noteOf(ctx.db, account.id);
  },
});
