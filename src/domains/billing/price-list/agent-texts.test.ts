import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const priceList = async () => (await service.request('GET', '/api/pricing')).json();

/** Every text of the price list that speaks of agents, by where it is. */
async function textsAboutAgents(): Promise<Record<string, string>> {
  const { copy, notes, faqs } = await priceList();
  const answers = faqs.map(({ question, answer }: { question: string; answer: string }) => [
    question,
    answer,
  ]);
  const all = Object.entries<string>({ ...copy, ...notes, ...Object.fromEntries(answers) });
  return Object.fromEntries(all.filter(([, text]) => /\bMCP\b/.test(text)));
}

for (const [letIn, said] of [
  [['starter', 'growth', 'scale'], /with every monthly plan/],
  [['growth', 'scale'], /with Growth and Scale\b/],
  [['scale'], /with Scale\b/],
  [[], /[Nn]o monthly plan includes/],
] as const) {
  test(`with agents in ${letIn.join(' and ') || 'no plan'}, each text that says who has agent access says so`, async () => {
    for (const plan_id of ['starter', 'growth', 'scale']) {
      const mcp = (letIn as readonly string[]).includes(plan_id);
      await asOperator(service, 'PATCH', '/api/v1/admin/plan-features', { plan_id, mcp, reason: 'a test' });
    }
    const { mcp, mcp_gate, ai_docs_plans, ...others } = await textsAboutAgents();
    const { 'Can my AI agent use it?': answer, ...rest } = others;
    for (const text of [mcp, mcp_gate, ai_docs_plans, answer]) assert.match(text!, said);
    for (const text of Object.values(rest)) assert.doesNotMatch(text, /every|any |Starter|Growth|Scale/);
    const { accountId } = await givenAccount(service.database.db);
    const status = await service.internal('GET', `/internal/billing/mcp-status/${accountId}`);
    assert.equal(status.json().message, mcp_gate);
    assert.ok((await service.request('GET', '/api/docs')).body.includes(ai_docs_plans!));
  });
}

test('packs that let agents in are named, and their ids are listed', async () => {
  const switchPack = (mcp: boolean | null) =>
    asOperator(service, 'PATCH', '/api/v1/admin/plan-features', {
      plan_id: 'topup_100',
      mcp,
      reason: 'a test',
    });
  assert.match((await priceList()).notes.mcp, /Top-up packs alone do not include it\./);
  await switchPack(true);
  const { notes, mcp_plan_ids } = await priceList();
  assert.match(notes.mcp, /These packs include it too: 100 credits\./);
  assert.ok(mcp_plan_ids.includes('topup_100'));
  await switchPack(null);
});
