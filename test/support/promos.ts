import { lockedAccount } from '../samples/locked-account.ts';
import type { Provocation, SampleWorld } from '../samples/sample.ts';
import { asOperator, givenAccount } from './kit.ts';
import type { TestService } from './service.ts';

/** Saves a promo as an operator; gives its code. */
export async function givenPromo(service: TestService, code: string, terms: object = {}): Promise<string> {
  await asOperator(service, 'POST', '/api/v1/admin/growth/promos', { code, credits: 50, ...terms });
  return code;
}

/** A code, and an account that hasn't redeemed it. */
export async function codeForSomebody(
  { service, newName }: Pick<SampleWorld, 'service' | 'newName'>,
  terms: object = {},
): Promise<{ account_id: string; code: string }> {
  const code = await givenPromo(service, newName('DIWALI'), terms);
  const { accountId } = await givenAccount(service.database.db, { accountId: newName('guest') });
  return { account_id: accountId, code };
}

const refusedPromo = (terms: object): Provocation => ({
  prepare: async (world) => ({ input: await codeForSomebody(world, terms) }),
});

const redeem = (service: TestService, input: object) =>
  service.internal('POST', '/internal/growth/redeem', input);

/** How a person's code is refused, by a preview and by a redemption. */
export const refusedTries: Readonly<Record<string, Provocation>> = {
  account_locked: lockedAccount,
  promo_unknown: { input: { code: 'NO-SUCH-CODE' } },
  promo_not_started: refusedPromo({ starts_at: '2999-01-01T00:00:00Z' }),
  promo_ended: refusedPromo({ ends_at: '2020-01-01T00:00:00Z' }),
  promo_used_up: {
    async prepare(world) {
      const { code, account_id } = await codeForSomebody(world, { max_uses: 1 });
      const { accountId } = await givenAccount(world.service.database.db);
      await redeem(world.service, { code, account_id: accountId });
      return { input: { code, account_id } };
    },
  },
  promo_already_redeemed: {
    async prepare(world) {
      const input = await codeForSomebody(world);
      await redeem(world.service, input);
      return { input };
    },
  },
  rate_limited: {
    async prepare(world) {
      const input = await codeForSomebody(world);
      for (let tries = 0; tries < 10; tries += 1) await redeem(world.service, { ...input, code: 'A-GUESS' });
      return { input };
    },
  },
};
