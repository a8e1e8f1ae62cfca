import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { eventually } from '#test/support/eventually.ts';
import { curlRequest } from '#test/support/guide.ts';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
before(() => service.app.work());
after(() => service[Symbol.asyncDispose]());
const publicUrl = 'http://127.0.0.1';
const textAt = async (path: string) => {
  const answer = await service.request('GET', path);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
  return answer.body;
};

/** The registry's schema of 2025-12-11, as far as it is about remote servers. */
const registrySchema = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version'],
  properties: {
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$', maxLength: 255 },
    websiteUrl: { type: 'string', pattern: '^https?://' },
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'url'],
        additionalProperties: false,
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
        },
      },
    },
  },
};

test('a registry takes the entry, and it leads to the endpoint', async () => {
  const entry = JSON.parse(await textAt('/.well-known/mcp/server.json'));
  const ajv = new Ajv();
  assert.ok(ajv.validate(registrySchema, entry), ajv.errorsText());
  const card = JSON.parse(await textAt('/.well-known/mcp.json'));
  assert.deepEqual([entry.name, entry.remotes[0].url], [card.name, card.url]);
});

test('each document that llms.txt lists is there', async () => {
  const links = [...(await textAt('/llms.txt')).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  assert.ok(links.length >= 6);
  for (const link of links) await textAt(new URL(link).pathname);
});

test('the skill walks through a lookup, a list and its export, and says how a person buys', async () => {
  const text = await textAt('/api/skill');
  assert.match(text, /^---\nname: contactry\ndescription: .{20,1024}\n---\n/);
  const { text: CONTACTRY_KEY } = await givenKey(service.database.db, { mode: 'test' });
  const variables: Record<string, string> = { CONTACTRY_KEY };
  const asked: string[] = [];
  for (const [, command] of text.matchAll(/```sh\n(.*?)\n```/gs)) {
    const { method, path, ...options } = curlRequest(command!.replace(publicUrl, ''), variables);
    const isJob = path.endsWith(variables.JOB ?? '-');
    const answer = await eventually(async () => {
      const given = await service.request(method, path, options);
      // The skill says to get the job until it is completed.
      if (isJob) assert.equal(given.json().status, 'completed');
      return given;
    }, 100);
    assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
    if (path === '/api/v1/jobs' && answer.json().id) variables.JOB = answer.json().id;
    asked.push(`${method} ${path.replace(variables.JOB ?? '-', '{job_id}')}`);
  }
  assert.deepEqual(asked, [
    'GET /api/v1/key/info',
    'POST /api/v1/find',
    'POST /api/v1/jobs',
    'POST /api/v1/jobs',
    'GET /api/v1/jobs/{job_id}',
    'GET /api/v1/jobs/{job_id}/csv',
  ]);
  const { text: poor } = await givenKey(service.database.db);
  const body = { profile_url: 'https://github.com/asha-example' };
  const refused = await service.withKey(poor, 'POST', '/api/v1/find', body);
  for (const member of ['offers', 'checkout_url']) {
    assert.ok(refused.body.includes(`"${member}"`));
    assert.ok(text.includes(`\`${member}\``));
  }
});
