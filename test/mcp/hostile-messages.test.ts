import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentCustomer, sendMessage } from '../support/agents.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await testService();
  ({ key } = await agentCustomer(service));
});
after(() => service?.[Symbol.asyncDispose]());

const call = (method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, params });
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = (method: string, params: object = {}) => call(method, { ...params, _meta: envelope });
const modernHeaders = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
const manyMembers = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`member${at}`, 1]));
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

for (const [words, message, status, code, headers] of [
  ['that is empty', '', 400, -32600],
  ['that is not JSON', '{"jsonrpc"', 400, -32700],
  ['that is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32700],
  [
    'that is nested too deeply',
    `{"jsonrpc":"2.0","id":7,"method":"ping","params":${deep(100)}}`,
    400,
    -32700,
  ],
  ['that is a batch', [call('ping'), call('ping')], 400, -32600],
  ['that is a text', '"ping"', 400, -32600],
  ['with too many members', call('tools/call', { name: 'get_balance', arguments: manyMembers }), 400, -32600],
  ['with too many members within a list', modern('ping', { list: [[manyMembers]] }), 400, -32600],
  ['without a method', { jsonrpc: '2.0', id: 7 }, 400, -32600],
  ['of another JSON-RPC', { ...call('ping'), jsonrpc: '1.0' }, 400, -32600],
  ['with an id of a wrong type', { ...call('ping'), id: {} }, 400, -32600],
  ['with an unknown method', call('resources/list'), 200, -32601],
  [
    'with an unknown method, without a handshake',
    modern('resources/list'),
    404,
    -32601,
    { ...modernHeaders, 'mcp-method': 'resources/list' },
  ],
  ['that asks for a stream of events', modern('subscriptions/listen'), 404, -32601],
  ['for an unknown tool', call('tools/call', { name: 'constructor' }), 200, -32602],
  ['with arguments that are a list', call('tools/call', { name: 'get_balance', arguments: [] }), 200, -32602],
  ['of an unknown revision', call('ping'), 400, -32000, { 'mcp-protocol-version': '1999-01-01' }],
  [
    'of an unknown revision to come',
    modern('tools/list'),
    400,
    -32020,
    { ...modernHeaders, 'mcp-protocol-version': '2099-01-01' },
  ],
  [
    'whose header names another method',
    modern('tools/list'),
    400,
    -32020,
    { ...modernHeaders, 'mcp-method': 'tools/call' },
  ],
  [
    'whose header names no method',
    modern('tools/list'),
    400,
    -32020,
    { 'mcp-protocol-version': '2026-07-28' },
  ],
] as const) {
  test(`a message ${words} is answered with ${status} and ${code}`, async () => {
    const response = await sendMessage(service, key, message, headers as Record<string, string> | undefined);
    assert.equal(response.statusCode, status, response.body);
    assert.equal(response.json().error.code, code, response.body);
    assert.match(String(response.headers['content-type']), /^application\/json/);
  });
}

test('a message with a fraction as its id is refused, and the answer has no such id', async () => {
  const messages = [
    [call('ping'), {}],
    [modern('tools/list'), modernHeaders],
  ] as const;
  for (const [message, headers] of messages) {
    const response = await sendMessage(service, key, { ...message, id: 1.5 }, headers);
    const { id, error } = response.json();
    assert.deepEqual([response.statusCode, error.code, id], [400, -32600, null]);
  }
});

test('a notification is taken without a body', async () => {
  const response = await sendMessage(service, key, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([response.statusCode, response.body], [202, '']);
});

test('a call of a tool without an id is a notification, and calls nothing', async () => {
  const given = { name: 'get_balance', arguments: {} };
  for (const [{ id: _, ...notification }, headers] of [
    [call('tools/call', given), {}],
    [
      modern('tools/call', given),
      { ...modernHeaders, 'mcp-method': 'tools/call', 'mcp-name': 'get_balance' },
    ],
  ] as const) {
    const response = await sendMessage(service, key, notification, headers);
    assert.deepEqual([response.statusCode, response.body], [202, '']);
  }
});

test('a made-up argument is named in few words, for the model that reads them', async () => {
  const given = { name: 'get_balance', arguments: { ['long'.repeat(1000)]: 1 } };
  const { result } = (await sendMessage(service, key, call('tools/call', given))).json();
  assert.match(result.content[0].text, /- (long){25}: Extra inputs are not permitted$/);
});

test('names from the prototype are no arguments', async () => {
  const text =
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_balance","arguments":{"__proto__":{"a":1}}}}';
  const { result } = (await sendMessage(service, key, text)).json();
  assert.ok(result.structuredContent ?? result.isError);
});

test('another content type is 415, and a body beyond the largest tool call 413', async () => {
  const form = await sendMessage(service, key, 'a=b', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(form.json().code, 'unsupported_media_type');
  const large = await sendMessage(
    service,
    key,
    call('tools/call', { name: 'get_balance', arguments: { x: 'y'.repeat(6_400_000) } }),
  );
  assert.equal(large.json().code, 'body_too_large');
});
