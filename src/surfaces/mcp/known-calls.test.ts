import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { agentCustomer, sendMessage } from '#test/support/agents.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { answerText, KnownCalls, plainCallOf } from './known-calls.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service?.[Symbol.asyncDispose]());

const version = '2026-07-28';
const envelope = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = {
  'mcp-protocol-version': version,
  'mcp-method': 'tools/call',
  'mcp-name': 'get_balance',
};
const call = (params: object, others: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_balance', arguments: {}, ...params },
  ...others,
});
const eras = {
  'with a handshake': { headers: {}, meta: {} },
  'without a handshake': { headers: modernHeaders, meta: envelope },
};
const seen = (message: object, protocolHeaders = {}) => ({
  publicUrl: 'https://contacts.example.com',
  protocolHeaders,
  message: message as Record<string, unknown>,
});
const formOf = (...given: Parameters<typeof seen>) => plainCallOf(seen(...given))?.form ?? null;

for (const [words, { headers, meta }] of Object.entries(eras)) {
  test(`${words}, a call of a known form gets the answer that the SDK gave to the first one`, async () => {
    const { key } = await agentCustomer(service);
    for (const given of [{}, { wrong: 1 }]) {
      const first = await sendMessage(service, key, call({ arguments: given, _meta: meta }), headers);
      const second = await sendMessage(
        service,
        key,
        call({ arguments: given, _meta: { ...meta, progressToken: 'p' } }, { id: 'other' }),
        headers,
      );
      assert.equal(first.statusCode, 200);
      assert.deepEqual(second.json(), { ...first.json(), id: 'other' });
      assert.equal(second.headers['content-type'], first.headers['content-type']);
    }
  });

  test(`${words}, what the SDK refuses is refused after the form is known, too`, async () => {
    const { key } = await agentCustomer(service);
    const refused = [
      [call({ _meta: meta }, { id: {} }), headers],
      [call({ _meta: meta }, { id: 1.5 }), headers],
      [call({ _meta: meta }, { jsonrpc: '1.0' }), headers],
      [call({ _meta: meta, arguments: [] }), headers],
      [call({ _meta: meta, arguments: null }), headers],
      [call({ _meta: null }), headers],
      [call({ _meta: { ...meta, progressToken: 1.5 } }), headers],
      [call({ _meta: meta, name: 'unknown' }), headers],
      [call({ _meta: meta }), { ...headers, 'mcp-protocol-version': '1999-01-01' }],
      [call({ _meta: meta }), { ...headers, 'mcp-protocol-version': '2099-01-01' }],
      [call({ _meta: { ...envelope, ...meta } }), { ...modernHeaders, 'mcp-name': 'find_contact' }],
    ] as const;
    const answersTo = async () => {
      const answers = [];
      for (const [message, sent] of refused) {
        const { statusCode, body } = await sendMessage(service, key, message, sent);
        assert.match(body, /"error":/);
        answers.push({ statusCode, body });
      }
      return answers;
    };
    const before = await answersTo();
    await sendMessage(service, key, call({ _meta: meta }), headers);
    assert.deepEqual(await answersTo(), before);
  });
}

test('the form has everything but the id, the arguments and what `_meta` only passes on', () => {
  const known = formOf(call({ _meta: envelope }), modernHeaders);
  const others = { _meta: { ...envelope, progressToken: 7, traceparent: '00-1-1-01' }, arguments: { a: 1 } };
  assert.equal(formOf(call(others, { id: 'two' }), modernHeaders), known);
  const unlike = [
    formOf(call({ _meta: envelope }), {}),
    formOf(call({ _meta: { ...envelope, more: 1 } }), modernHeaders),
    formOf(call({ _meta: envelope, name: 'get_usage' }), modernHeaders),
    formOf(call({ _meta: envelope, more: 1 }), modernHeaders),
    formOf(call({ _meta: envelope }, { more: 1 }), modernHeaders),
    formOf(call({ _meta: null }), modernHeaders),
    formOf(call({}), modernHeaders),
  ];
  assert.equal(new Set([known, ...unlike]).size, unlike.length + 1);
});

test('other methods, notifications and calls with a name from the prototype have no form', () => {
  assert.equal(formOf(call({}, { method: 'tools/list' })), null);
  const { id: _, ...notification } = call({});
  assert.equal(formOf(notification), null);
  assert.equal(formOf(call({ arguments: JSON.parse('{"__proto__":{}}') })), null);
});

test('a form is known only if our answer equals the one of the SDK', () => {
  const known = new KnownCalls();
  const plain = plainCallOf(seen(call({})))!;
  const result = '{"content":[]}';
  known.learn(plain, result, { status: 200, json: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}' });
  known.learn(plain, result, { status: 200, json: '{"jsonrpc":"2.0","id":1,"result":{"content":[1]}}' });
  assert.equal(known.additionsTo(plain.form), null);
  const json = '{"jsonrpc":"2.0","id":1,"result":{"content":[],"resultType":"complete"}}';
  known.learn(plain, result, { status: 200, json });
  const text = answerText('two', result, known.additionsTo(plain.form)!);
  assert.deepEqual(JSON.parse(text), { ...JSON.parse(json), id: 'two' });
});

test('of too many forms the oldest is dropped', () => {
  const known = new KnownCalls();
  const plain = Array.from({ length: 1_001 }, (_, n) => plainCallOf(seen(call({ name: `tool-${n}` })))!);
  const json = '{"jsonrpc":"2.0","id":1,"result":{}}';
  for (const one of plain) known.learn(one, '{}', { status: 200, json });
  assert.deepEqual([known.additionsTo(plain[0]!.form), known.additionsTo(plain[1]!.form)], [null, '']);
});
