/** The trigger of n8n, with a service that runs. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { customer } from '../support/kit.ts';
import { servedPages } from '../support/served-pages.ts';
import { nodeNamed, running } from './n8n.ts';

const ContactryTrigger = await nodeNamed('ContactryTrigger');
const pages = await servedPages();
after(() => pages[Symbol.asyncDispose]());

const { key } = await customer(pages.service, 1);
const kept: { endpointId?: string; secret?: string } = {};
/** The trigger of one workflow, whose webhook is at this address. */
function trigger(events: string[], url = 'https://hooks.example.com/webhook/1') {
  const n8n = {
    ...running({ baseUrl: pages.url, key, parameters: [{ events }] }),
    getWorkflowStaticData: () => kept,
    getNodeWebhookUrl: () => url,
  };
  const { checkExists, create, delete: remove } = new ContactryTrigger().webhookMethods.default;
  return {
    exists: () => checkExists.call(n8n),
    create: () => create.call(n8n),
    delete: () => remove.call(n8n),
    async receive(headers: object, body: string) {
      const statuses: number[] = [];
      const answered = await new ContactryTrigger().webhook.call({
        ...n8n,
        getRequestObject: () => ({ headers, rawBody: Buffer.from(body) }),
        getBodyData: () => JSON.parse(body),
        getResponseObject: () => ({ status: (code: number) => ({ json: () => statuses.push(code) }) }),
      });
      return { statuses, ...answered };
    },
  };
}
const endpoints = async () => {
  const { items } = (await pages.service.withKey(key, 'GET', '/api/v1/webhooks/endpoints')).json();
  return items as { id: string; url: string; events: string[] }[];
};

test('a workflow that becomes active adds an endpoint, and removes it at its end', async () => {
  const workflow = trigger(['job.completed', 'budget.reached']);
  assert.equal(await workflow.exists(), false);
  await workflow.create();
  const [endpoint] = await endpoints();
  assert.equal(endpoint!.id, kept.endpointId);
  assert.equal(endpoint!.url, 'https://hooks.example.com/webhook/1');
  assert.deepEqual(endpoint!.events.toSorted(), ['budget.reached', 'job.completed']);
  assert.equal(await workflow.exists(), true);
  assert.equal(await trigger(['job.completed']).exists(), false);
  assert.equal(await trigger(endpoint!.events, 'https://hooks.example.com/webhook/2').exists(), false);

  await workflow.delete();
  assert.deepEqual(await endpoints(), []);
  assert.deepEqual(kept, {});
  await workflow.delete();
});

test('an endpoint that was deleted elsewhere ends without an error', async () => {
  const workflow = trigger([]);
  await workflow.create();
  await fetch(`${pages.url}/api/v1/webhooks/endpoints/${kept.endpointId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  assert.deepEqual(await endpoints(), []);
  await workflow.delete();
  assert.deepEqual(kept, {});
});

test('a genuine event starts the workflow, a test event does not, and any other message is refused', async () => {
  const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
  Object.assign(kept, { endpointId: 'whe_1', secret });
  const { receive } = trigger([]);
  const messageOf = (type: string, sentAt = new Date()) => {
    const body = JSON.stringify({ type, data: { name: 'Añjali' } });
    return [webhookHeaders(secret, { id: 'msg_1', sentAt, body }), body] as const;
  };
  const [headers, body] = messageOf('job.completed');
  const event = { type: 'job.completed', data: { name: 'Añjali' }, id: 'msg_1' };
  assert.deepEqual(await receive(headers, body), { statuses: [], workflowData: [[{ json: event }]] });
  assert.equal((await receive(...messageOf('endpoint.test'))).workflowData, undefined);

  const old = messageOf('job.completed', new Date(Date.now() - 301_000));
  for (const [given, text] of [[headers, `${body} `], [{}, body], old] as const)
    assert.deepEqual(await receive(given, text), { statuses: [401], noWebhookResponse: true });
  kept.secret = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`;
  assert.deepEqual((await receive(headers, body)).statuses, [401]);
});
