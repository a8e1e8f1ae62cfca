import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Order, pageLimit } from '#core/page.ts';
import { optionalText, orNull } from '#core/shapes.ts';
import { accountIdOrEmpty, readEmail } from '#domains/accounts/index.ts';
import { readBeginning, readLocked, readRate, readWhatsApp } from './read-filter.ts';
import { AccountReport, reportAccounts } from './report.ts';
import { accountsWhere } from './sql.ts';

export const listAccounts = operation({
  id: 'customers.list-accounts',
  summary: 'Find accounts',
  description: 'Filters are combined; empty ones are ignored.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/accounts')],
  input: Type.Object({
    email: optionalText(320, 'The full primary email of the account, or another one that it has claimed.'),
    account_id: Type.String({ ...accountIdOrEmpty, default: '', description: 'The whole account_id.' }),
    q: optionalText(
      200,
      'The beginning of an account_id, an email, its domain, a name, a WhatsApp number with its country code, or a shown key. ' +
        'Or a whole Indian mobile number, or a GSTIN. ' +
        "Or the whole id of a key, a sign-in as `provider:id`, a device, or a payment's reference.",
    ),
    locked: optionalText(5, '`true` or `false`.'),
    rpm: optionalText(
      7,
      'A number: accounts with this rate of their own. `set`: with any; `unset`: without one.',
    ),
    whatsapp: optionalText(30, '`verified`, `recorded` but not verified, `none`, or a whole number.'),
    order: Order,
    limit: pageLimit(200, 50),
    offset: Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'How many accounts to skip.',
    }),
  }),
  output: Type.Object({
    items: Type.Array(AccountReport),
    next_offset: orNull(Type.Integer(), 'The `offset` of the next page. Null on the last page.'),
  }),

  async run(ctx, { email, account_id, q, locked, rpm, whatsapp, order, limit, offset }) {
    if (/^cty_(live|test)_[A-Za-z0-9]{22,}/.test(q.trim())) {
      return failField(
        ['q'],
        'Send the beginning of a key as it is shown. Whole keys do not belong in queries',
      );
    }
    const now = ctx.now();
    const wanted = {
      account_id,
      email: email.trim() && readEmail(['email'], email),
      beginning: await readBeginning(ctx.db, q.trim()),
      locked: readLocked(locked),
      rate: readRate(rpm),
      whatsapp: readWhatsApp(whatsapp),
    };
    const found = await accountsWhere(ctx.db, wanted, { now, order, limit: limit + 1, offset });
    return {
      items: await reportAccounts(ctx.db, found.slice(0, limit), now),
      next_offset: found.length > limit ? offset + limit : null,
    };
  },
});
