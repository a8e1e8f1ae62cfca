import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';
import { givenAccount } from '#test/support/kit.ts';
import { givenOnboarded, givenSubscription } from '#test/support/purchases.ts';
import checkOut from './check-out.sample.ts';

export default sample({
  another: { plan_id: 'starter' },
  async prepare({ service, newName }) {
    const { accountId } = await givenAccount(service.database.db, { accountId: newName('buyer') });
    await givenOnboarded(service, accountId);
    return { account_id: accountId };
  },
  refusals: {
    unknown_plan: { input: { plan_id: 'credits_25' } },
    account_locked: lockedAccount,
    registration_refused: {
      async prepare({ service, newName }) {
        const taken = { provider: 'google', provider_user_id: newName('user'), account_id: newName('first') };
        const { accountId } = await givenAccount(service.database.db, { accountId: newName('refused') });
        const register = (members: object) =>
          service.internal('POST', '/internal/identity/register', members);
        await register(taken);
        await register({ ...taken, account_id: accountId });
        return { input: { account_id: accountId } };
      },
    },
    onboarding_required: {
      async prepare({ service, newName }) {
        const { accountId } = await givenAccount(service.database.db, { accountId: newName('newcomer') });
        return { input: { account_id: accountId } };
      },
    },
    topup_requires_plan: { input: { plan_id: 'topup_100' } },
    downgrade_not_self_serve: {
      async prepare({ service, provider }) {
        const { accountId } = await givenSubscription(service.database.db, provider, { plan: 'scale' });
        await givenOnboarded(service, accountId);
        return { input: { account_id: accountId } };
      },
    },
    already_subscribed: {
      async prepare({ service, provider }) {
        const { accountId } = await givenSubscription(service.database.db, provider, { plan: 'growth' });
        await givenOnboarded(service, accountId);
        return { input: { account_id: accountId } };
      },
    },
    payments_unavailable: checkOut.refusals!.payments_unavailable!,
  },
});
