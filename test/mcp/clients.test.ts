import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { agentCustomer, agentUrl, officialClients, type ToolResult } from '../support/agents.ts';
import { customer, importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let url: URL;
before(async () => {
  service = await testService();
  url = await agentUrl(service);
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\n');
});
after(() => service?.[Symbol.asyncDispose]());

const names = [
  'find_contact',
  'price_contact',
  'get_lookup',
  'get_balance',
  'get_budgets',
  'create_lookup_job',
  'list_lookup_jobs',
  'get_lookup_job',
  'get_lookup_job_results',
  'cancel_lookup_job',
  'get_usage',
];

for (const [words, connect] of Object.entries(officialClients)) {
  test(`the official client ${words} connects, lists the tools and calls them`, async () => {
    const { key } = await agentCustomer(service);
    const client = await connect(url, key);
    assert.match(client.getInstructions() ?? '', /costs 1 credit/);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );

    const found = (await client.callTool({
      name: 'find_contact',
      arguments: { profile_url: 'github.com/asha-example' },
    })) as ToolResult;
    const { outputSchema } = tools[0]!;
    assert.ok(Compile(outputSchema as object).Check(found.structuredContent));
    assert.deepEqual(JSON.parse(found.content[0]!.text), found.structuredContent);
    assert.equal(found.structuredContent!.status, 'completed');

    const balance = (await client.callTool({ name: 'get_balance' })) as ToolResult;
    assert.equal(balance.structuredContent!.balance, 9);
    const usage = (await client.callTool({
      name: 'get_usage',
      arguments: { opened_from: 'mcp' },
    })) as ToolResult;
    assert.deepEqual(usage.structuredContent!.total, 1);
    await client.close();
  });

  test(`the official client ${words} shows its user why agents are refused, and which argument is wrong`, async () => {
    const refused = await connect(url, (await customer(service)).key);
    assert.equal((await refused.listTools()).tools.length, names.length);
    const result = (await refused.callTool({ name: 'get_balance' })) as ToolResult;
    assert.equal(result.isError, true);
    assert.match(result.content[0]!.text, /^Your plan does not include agent access \(MCP\)/);
    await refused.close();

    const { key } = await agentCustomer(service);
    const client = await connect(url, key);
    const wrong = (await client.callTool({
      name: 'find_contact',
      arguments: { linkedin: 'x' },
    })) as ToolResult;
    assert.equal(wrong.isError, true);
    assert.match(wrong.content[0]!.text, /- profile_url: Field required\n- linkedin: Extra inputs/);
    await client.close();
  });

  test(`the official client ${words} is refused with words for a wrong key`, async () => {
    await assert.rejects(connect(url, 'cty_live_wrong'), /401|Unauthorized|not valid/i);
  });
}
