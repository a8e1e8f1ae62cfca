import { Type } from 'typebox';
import type { Db } from '#core/context.ts';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountByAccountId, accountByEmail } from '#domains/accounts/index.ts';
import { normaliseEmail } from '#values/contacts/index.ts';
import { type Principal, subjectsOf } from './subjects.ts';

const text = (description: string) => Type.String({ maxLength: 1000, default: '', description });

const LockedRequest = Type.Object({
  email: text('The e-mail from the sign-in provider.'),
  provider: text('The sign-in provider. Used together with `provider_user_id`.'),
  provider_user_id: text("The provider's identifier for the user."),
  ip: text("The person's IP address, without a port."),
  account_id: text("The dashboard's identifier, if there is an account."),
  whatsapp: text('A number with its country code.'),
});

const Locked = Type.Object({
  locked: Type.Boolean(),
  code: Type.Union([Type.Literal('account_locked'), Type.Null()], {
    description: 'The same for every lock. Reveals neither the reason nor the subject.',
  }),
});

export const checkLock = operation({
  id: 'identity.check-lock',
  summary: 'Check whether a principal is locked',
  description:
    'Call this at every sign-in and session check. An account is checked with its e-mail, and an e-mail with its account. ' +
    'Empty or malformed members are ignored.',
  kind: 'query',
  doors: [internal('POST', '/internal/identity/locked'), internal('GET', '/internal/identity/locked')],
  input: LockedRequest,
  output: Locked,
  errors: [],

  async run(ctx, { ip, ...principal }) {
    const [table, subjects] = await Promise.all([ctx.ports.locks.table(), allSubjectsOf(ctx.db, principal)]);
    const now = ctx.now();
    const locked = table.holds(subjects, now) || table.holdsAddress(ip.trim(), now);
    return { locked, code: locked ? ('account_locked' as const) : null };
  },
});

async function allSubjectsOf(db: Db, principal: Principal & { email: string; account_id: string }) {
  const email = normaliseEmail(principal.email);
  const accounts = await Promise.all([
    principal.account_id ? accountByAccountId(db, principal.account_id) : null,
    email.ok ? accountByEmail(db, email.value) : null,
  ]);
  const known = accounts.filter((account) => account !== null);
  return [
    ...subjectsOf(principal),
    ...known.flatMap((account) => subjectsOf({ account_id: account.accountId, email: account.email })),
  ];
}
