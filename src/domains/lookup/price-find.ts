import Type from 'typebox';
import { dashboard, keyOrSession } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { BalanceNow, tightestBudget } from '#domains/credits/index.ts';
import { ProfileNamed } from '#values/contacts/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { profileAskedFor } from './find.ts';
import { paidAmong } from './paying/paid-among.ts';
import { lookupPrice } from './paying/pay.ts';
import { wantsOf } from './rules.ts';
import { FindRequest } from './shapes.ts';

export const priceFind = operation({
  id: 'lookup.price-find',
  summary: 'Get the most that a lookup can cost, without looking anyone up',
  description:
    'Takes the body of `POST /api/v1/find`. Free. The price follows from the request and from what the account has paid for, so it never says whether the person is known.',
  kind: 'query',
  doors: [
    keyOrSession('POST', '/api/v1/find/price', { forWebsites: true }),
    dashboard('POST', '/internal/find/price'),
  ],
  mcp: {
    name: 'price_contact',
    scope: 'lookup',
    title: 'Get the price of a lookup',
    description:
      'Get the most that find_contact can cost with the same arguments, and whether the account has already paid for this profile. Free: it makes no lookup, so it never says whether the person is known. For many people, use create_lookup_job with `dry_run`.',
    isReadOnly: true,
  },
  account: 'required',
  actsAs: 'key',
  input: FindRequest,
  example: { profile_url: 'https://www.linkedin.com/in/asha-example' },
  aliases: { profile_url: ['linkedin_url', 'url'] },
  output: Type.Object(
    {
      profile: ProfileNamed,
      credits: Type.Object(
        {
          at_most: Type.Integer({
            description:
              'The most that the lookup can cost: 0 with a test key, if only links are asked for, or if the profile is already paid for.',
          }),
          already_paid: Type.Boolean({
            description:
              'Whether the account paid for this profile within `free_repeat_days`, so that a repeat is free.',
          }),
          remaining: Type.Integer({ description: 'Credits the account can spend now.' }),
          budget_left: orNull(
            Type.Integer(),
            'Credits that the budget with the least left allows before it starts again. Null without a budget, and with a test key.',
          ),
        },
        { description: 'The price, and the balance it would be paid from.' },
      ),
    },
    { title: 'FindPrice' },
  ),
  errors: ['invalid_profile_url'],

  async run(ctx, request) {
    const { network, handle, url } = profileAskedFor(ctx, request.profile_url);
    const isTest = ctx.key?.mode === 'test';
    const { free_repeat_days } = ctx.ports.settings.current();
    const isPaid =
      !isTest &&
      free_repeat_days > 0 &&
      (await paidAmong(ctx.db, ctx.account.id, [profileHashOf(url)], free_repeat_days)) > 0;
    const wantsPaidFields = wantsOf(request).some((part) => part !== 'links');
    const budget = isTest
      ? null
      : await tightestBudget(ctx.db, {
          account: ctx.account.id,
          keyId: ctx.key?.keyId ?? null,
          job: null,
        });
    const { balance } = await ctx.ports.use(BalanceNow)(ctx.account.id);
    return {
      profile: { network, handle, url },
      credits: {
        at_most: isTest || isPaid || !wantsPaidFields ? 0 : lookupPrice,
        already_paid: isPaid,
        remaining: balance,
        budget_left: budget && Math.max(0, budget.credits - budget.spent),
      },
    };
  },
});
