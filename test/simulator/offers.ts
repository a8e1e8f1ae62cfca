/** What has a limit of its own: keys with a budget, which end while they are in use, and promotions that are used up. */
import { findOnce, nameOf } from './customers.ts';
import type { Act } from './plan.ts';
import { admin, internal, type Simulation, Unexpected } from './simulation.ts';

type Of<Does extends Act['does']> = Extract<Act, { does: Does }>;

const dayMs = 86_400_000;

/** Its questions come together, and the key ends among them. Then it answers none. */
export async function useUpKey(
  sim: Simulation,
  { number, account, budget, people }: Of<'key'>,
): Promise<void> {
  const id = nameOf(account);
  const made = await sim.gets<{ id: string; key: string }>(
    'POST',
    '/api/v1/keys/create',
    { ...admin, 'idempotency-key': `key-${number}` },
    { email: `${id}@example.com`, account_id: id, plan: 'none', rate_limit_per_min: 1_000_000 },
  );
  const limit = { key_id: made.id, period: 'day', credits: budget };
  const since = sim.now();
  await sim.gets('POST', `/internal/budgets/${id}`, internal, limit);
  let spent = 0;
  const flights = people.map(async (person, at) => {
    const link = sim.directory.linkOf(person);
    sim.model.asks(id, link, sim.now());
    spent += await findOnce(sim, id, link, `key-${number}-${at}`, made.key);
  });
  await sim.rest(sim.world.below(1_000));
  await sim.gets('POST', `/api/v1/admin/keys/${made.id}/revocation`, admin, { reason: 'simulated' });
  await Promise.all(flights);
  // Each process hears of it within a second.
  await sim.rest(1_000);
  const after = await sim.surely('GET', '/api/v1/key/info', { authorization: `Bearer ${made.key}` });
  if (after.statusCode !== 401) sim.model.fault(`${made.id} has ended, and gets ${after.statusCode}`);
  sim.count('key ended', made.id);
  const days = 1 + Math.floor(sim.now() / dayMs) - Math.floor(since / dayMs);
  if (spent > budget * days) sim.model.fault(`${made.id} spent ${spent} of ${budget}`);
}

/** Each account redeems it twice at once. */
export async function redeemPromo(sim: Simulation, act: Of<'promo'>): Promise<void> {
  const { number, uses, credits, accounts } = act;
  const code = `PROMO${number}`;
  const promo = { code, credits, valid_days: 30, max_uses: uses };
  await sim.gets('POST', '/api/v1/admin/growth/promos', admin, promo);
  const redeemed = await Promise.all(
    accounts.map(async (account) => {
      const id = nameOf(account);
      const answers = await Promise.all([redeem(sim, id, code), redeem(sim, id, code)]);
      if (!answers.some(Boolean)) return 0;
      sim.model.granted(id, credits);
      return 1;
    }),
  );
  const times = redeemed.reduce<number>((sum, one) => sum + one, 0);
  sim.count('promo', `${times}`);
  if (times !== Math.min(uses, accounts.length))
    sim.model.fault(`${code} was redeemed ${times} times, and may be ${uses} times`);
}

/** Whether the account has the credits now: by this call, or by one whose answer was lost. */
async function redeem(sim: Simulation, id: string, code: string): Promise<boolean> {
  const answer = await sim.surely('POST', '/internal/growth/redeem', internal, { account_id: id, code });
  if (answer.statusCode === 200) return true;
  const refusal = answer.json().code;
  if (refusal !== 'promo_already_redeemed' && refusal !== 'promo_used_up') throw new Unexpected(answer.body);
  return refusal === 'promo_already_redeemed';
}
