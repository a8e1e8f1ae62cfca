import assert from 'node:assert/strict';
import { businessProfile } from '../support/business-profile.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { openProgram, type Program } from '../support/program.ts';
import { givenVerified } from '../support/whatsapp.ts';

/** Strangers may ask 120 times a minute from one address. */
const pollMs = 600;

/** An account may download 60 times a minute. */
const downloadPollMs = 1100;

export interface OpenedCheckout {
  payment_reference: string;
  payment_url: string;
}

/** The real program on a database of its own, as a dashboard and its buyers use it. */
export interface Shop extends AsyncDisposable {
  call<Answer = Record<string, unknown>>(path: string, init?: RequestInit): Promise<Answer>;
  post<Answer = Record<string, unknown>>(path: string, body: object): Promise<Answer>;
  claimState(reference: string): Promise<{ status: string; token: string | null }>;
  payments(accountId: string): Promise<{ plan_id: string; status: string; provider_payment_id: string }[]>;
  /** Gives the account an address for invoices and a proved number, so that it may buy packs. */
  onboard(accountId: string): Promise<void>;
  /** Claims a plan that was paid for, as soon as the payment has arrived. */
  claim(reference: string, accountId: string): Promise<Record<string, unknown>>;
  /** The invoice of the account's newest payment, as soon as it is there. */
  invoice(accountId: string): Promise<Buffer>;
}

export async function openShop(): Promise<Shop> {
  await using opening = new AsyncDisposableStack();
  const database: TestDatabase = opening.use(await testDatabase());
  const program: Program = opening.use(openProgram({ DATABASE_URL: database.url }));
  await program.start();
  const open = opening.move();

  const shop: Shop = {
    async call<Answer>(path: string, init: RequestInit = {}) {
      const response = await program.call(path, init);
      assert.equal(response.status, 200, `${path}: ${await response.clone().text()}`);
      return (await response.json()) as Answer;
    },
    post: (path, body) => shop.call(path, { method: 'POST', body: JSON.stringify(body) }),
    claimState: (reference) => shop.call(`/api/v1/billing/claim-token?payment_reference=${reference}`),
    async payments(accountId) {
      const { items } = await shop.call<{ items: Awaited<ReturnType<Shop['payments']>> }>(
        `/internal/billing/payments/${accountId}`,
      );
      return items;
    },
    async onboard(accountId) {
      await givenVerified(database.db, undefined, { accountId });
      await shop.post('/internal/identity/onboarding/start', {
        account_id: accountId,
        email: `${accountId}@example.com`,
        ...businessProfile,
      });
    },
    async claim(reference, account_id) {
      const token = await eventually(async () => {
        const state = await shop.claimState(reference);
        assert.equal(state.status, 'ready');
        return state.token;
      }, pollMs);
      return shop.post('/internal/billing/claim', { token, account_id });
    },
    async invoice(accountId) {
      const [payment] = await shop.payments(accountId);
      const query = new URLSearchParams({ provider_payment_id: payment!.provider_payment_id });
      return eventually(async () => {
        const response = await program.call(`/internal/billing/invoice/${accountId}?${query}`);
        assert.equal(response.status, 200);
        return Buffer.from(await response.arrayBuffer());
      }, downloadPollMs);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
  return shop;
}
