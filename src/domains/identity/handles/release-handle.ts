import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant, requiredReason, requiredText, text } from '#core/shapes.ts';
import { accountIdBounds, lockAccountNamed } from '#domains/accounts/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { releaseHandle as release } from './handles.ts';

const releasable = ['email', 'provider_user', 'device'] as const;

export const AccountHandle = Type.Object(
  {
    kind: Type.Enum([...releasable], { description: 'Its kind.' }),
    handle: text('A mailbox without its tag, `provider:id`, or the identifier of a device.', 'dev_91c2'),
    claimed_at: instant('When the account claimed it.'),
  },
  { title: 'AccountHandle' },
);

/** The means by which only this account may sign up, by kind. Its WhatsApp number is shown elsewhere, masked. */
export const handlesOf = (db: Db, account: number) =>
  db
    .selectFrom('identity_handle')
    .select(['kind', 'handle', 'claimed_at'])
    .where('account', '=', account)
    .where('kind', '<>', 'whatsapp')
    .orderBy('kind')
    .orderBy('handle')
    .limit(1000)
    .$castTo<{ kind: (typeof releasable)[number]; handle: string; claimed_at: Date }>()
    .execute();

export const releaseHandle = operation({
  id: 'identity.release-handle',
  summary: 'Release a handle of an account, so that another account can claim it',
  description:
    'For example a device that was sold, or a sign-in that belongs to another account. The mailbox of the primary email can’t be ' +
    'released: change the email first. A number is released with the WhatsApp operations.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/accounts/{account_id}/handles/release')],
  roles: ['support'],
  input: Type.Object({
    account_id: Type.String({ ...accountIdBounds, description: 'The account.', examples: ['acme-42'] }),
    kind: Type.Enum([...releasable], { description: 'Its kind.' }),
    handle: requiredText(400, 'As the account has it.', 'dev_91c2'),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { kind: 'device', handle: 'dev_91c2', reason: 'The computer was sold' },
  output: Type.Object({
    handles: Type.Array(AccountHandle, { description: 'The handles that it still has.' }),
  }),
  errors: ['not_found', 'handle_in_use'],

  async run(ctx, { account_id, kind, handle: value, reason }) {
    const account = await lockAccountNamed(ctx, { account_id, email: '' });
    const isOwn = (await handlesOf(ctx.db, account.id)).some(
      (one) => one.kind === kind && one.handle === value,
    );
    if (!isOwn) return ctx.fail('not_found', { detail: 'This account has no such handle.' });
    if (kind === 'email' && account.email && foldedMailbox(account.email) === value)
      return ctx.fail('handle_in_use', { detail: 'It is the mailbox of the primary email.' });
    await release(ctx.db, { kind, value });
    ctx.afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(account.id));
    // The handle itself is a contact value, or leads to a person.
    ctx.audit('account.handle_released', {
      account_id,
      before: { kind, has: true },
      after: { kind, has: false },
      reason,
    });
    return { handles: await handlesOf(ctx.db, account.id) };
  },
});
