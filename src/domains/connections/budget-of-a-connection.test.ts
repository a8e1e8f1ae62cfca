import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentCustomer, callTool, type ToolResult } from '#test/support/agents.ts';
import { connectAgent, onPages } from '#test/support/connections.ts';
import { booksOf, find, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
  const people = Array.from(
    { length: 60 },
    (_, at) => `github.com/person-${at}-example,p${at}@p.example.com`,
  );
  await importRows(service, `profile_url,email\n${people.join('\n')}\n`);
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const lookUp = (on: TestService, token: string, at: number) =>
  callTool(on, token, 'find_contact', { profile_url: `github.com/person-${at}-example` });

const codeOf = ({ content }: ToolResult) => JSON.parse(content[0]!.text.split('\n').at(-1)!).code;

test('forty lookups at once, on two processes, spend a budget of seven to the last credit and no more', async () => {
  const { accountId } = await agentCustomer(service, { credits: 50 });
  const { id, access_token } = await connectAgent(service, accountId, { credits_per_day: 7 });
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, at) => lookUp(at % 2 ? service : other, access_token, at)),
  );
  const refused = results.filter(({ isError }) => isError);
  assert.equal(results.length - refused.length, 7);
  for (const result of refused) assert.equal(codeOf(result), 'budget_reached');
  assert.equal((await booksOf(service, accountId)).balance, 43);
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  assert.equal(items[0].id, id);
  assert.deepEqual([items[0].budget.credits, items[0].budget.spent], [7, 7]);
});

test('the budget of a connection limits neither the account’s keys nor its other connections', async () => {
  const agent = await agentCustomer(service, { credits: 50 });
  const limited = await connectAgent(service, agent.accountId, { credits_per_day: 1 });
  const free = await connectAgent(service, agent.accountId);
  await lookUp(service, limited.access_token, 41);
  const refused = await lookUp(service, limited.access_token, 42);
  assert.equal(codeOf(refused), 'budget_reached');
  assert.match(refused.content[0]!.text, /^The connection’s budget of 1 credit per day is reached\./);
  assert.equal((await lookUp(service, free.access_token, 43)).structuredContent!.status, 'completed');
  assert.equal((await find(service, agent, 'github.com/person-44-example')).statusCode, 200);
});

test('a budget that is raised counts what was spent, and one that is removed leaves the account’s', async () => {
  const { accountId } = await agentCustomer(service, { credits: 50 });
  const { id, access_token } = await connectAgent(service, accountId, { credits_per_day: 1 });
  const limit = (credits_per_day: number | null) =>
    onPages(service, 'POST', `/internal/connections/${accountId}/${id}/budget`, { credits_per_day });
  await lookUp(service, access_token, 45);
  const raised = await limit(2);
  assert.deepEqual([raised.budget.credits, raised.budget.spent], [2, 1]);
  await lookUp(service, access_token, 46);
  assert.equal((await lookUp(service, access_token, 47)).isError, true);
  assert.equal((await limit(null)).budget, null);
  assert.equal((await lookUp(service, access_token, 48)).structuredContent!.status, 'completed');
});

test('jobs that a connection begins spend its budget, and stop when it ends', async () => {
  const { accountId } = await agentCustomer(service, { credits: 50 });
  const { id, access_token } = await connectAgent(service, accountId, { credits_per_day: 3 });
  const profiles = [49, 50, 51, 52, 53].map((at) => ({ profile_url: `github.com/person-${at}-example` }));
  const job = await callTool(service, access_token, 'create_lookup_job', { profiles });
  assert.equal(job.structuredContent!.opened_from, 'mcp', JSON.stringify(job));
  const budgets = await callTool(service, access_token, 'get_budgets');
  const [own] = budgets.structuredContent!.items as { key: { id: string }; credits: number }[];
  assert.deepEqual([own!.key.id, own!.credits], [id, 3]);
});

test('spending is shown by agent, with the name that the connection has', async () => {
  const { accountId } = await agentCustomer(service, { credits: 50 });
  const { id, access_token } = await connectAgent(service, accountId);
  await lookUp(service, access_token, 54);
  const usage = await callTool(service, access_token, 'get_usage');
  assert.equal(usage.structuredContent!.total, 1);
  const spending = await onPages(service, 'GET', `/internal/billing/spending/${accountId}?by=agent`);
  assert.ok(JSON.stringify(spending).includes(id), JSON.stringify(spending));
  assert.ok(JSON.stringify(spending).includes('Example agent'));
});
