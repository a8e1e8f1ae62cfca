import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { openApiDocument } from '#surfaces/http/openapi/openapi.ts';
import { errorPage } from '#surfaces/http/pages.ts';
import { openCustomer, requestsOfCustomer } from './customer.ts';
import { readDocument } from './document.ts';
import { type Asked, openJudge } from './judge.ts';
import type { Made } from './ways/way.ts';

const document = readDocument(openApiDocument(manifest, 'http://127.0.0.1'));
const endpoint = document.endpoints.find(({ id }) => id === 'status.report-health')!;
const judge = openJudge({
  document,
  errorPage: async (code) => errorPage(manifest, code),
  secrets: ['the-secret'],
});

const asked: Asked = {
  endpoint,
  method: 'GET',
  sent: 'GET /api/v1/health',
  mayMissRoute: false,
  credentialFault: null,
};
const json = { 'x-request-id': 'r1', 'content-type': 'application/json; charset=utf-8' };
const problemJson = { ...json, 'content-type': 'application/problem+json' };
const problem = (status: number, code: string, more: object = {}) =>
  JSON.stringify({
    type: `http://127.0.0.1/errors/${code}`,
    title: 'A title',
    status,
    detail: 'A sentence.',
    code,
    request_id: 'r1',
    ...more,
  });
const retry = { 'retry-after': '2' };

test('a good answer and a declared refusal pass', async () => {
  assert.equal(await judge.faultOf(asked, { status: 200, headers: json, body: '{"status":"ok"}' }), null);
  const refusal = {
    status: 503,
    headers: { ...problemJson, ...retry },
    body: problem(503, 'overloaded'),
  };
  assert.equal(await judge.faultOf(asked, refusal), null);
});

for (const [words, fault, answer] of [
  ['a 500', /^status 500/, { status: 500, headers: problemJson, body: problem(500, 'internal_error') }],
  [
    'an undeclared status',
    /404 is not declared/,
    { status: 404, headers: problemJson, body: problem(404, 'not_found') },
  ],
  [
    'an unknown code',
    /not documented/,
    { status: 503, headers: { ...problemJson, ...retry }, body: problem(503, 'source_unavailable') },
  ],
  [
    'no Retry-After',
    /retry-after is missing/,
    { status: 503, headers: problemJson, body: problem(503, 'overloaded') },
  ],
  [
    'no X-Request-Id',
    /X-Request-Id/,
    { status: 200, headers: { 'content-type': 'application/json' }, body: '{"status":"ok"}' },
  ],
  [
    'another request_id',
    /request_id/,
    {
      status: 503,
      headers: { ...problemJson, ...retry },
      body: problem(503, 'overloaded', { request_id: 'r2' }),
    },
  ],
  ['a member too many', /schema/, { status: 200, headers: json, body: '{"status":"ok","pid":1}' }],
  ['a value of another type', /schema/, { status: 200, headers: json, body: '{"status":1}' }],
  ['half of its JSON', /not JSON/, { status: 200, headers: json, body: '{"status":' }],
  [
    'another content type',
    /not declared/,
    { status: 200, headers: { ...json, 'content-type': 'text/plain' }, body: 'ok' },
  ],
  ['a secret', /a secret/, { status: 200, headers: json, body: '{"status":"the-secret"}' }],
  [
    'a stack',
    /a stack trace/,
    { status: 422, headers: json, body: '{"detail":"Error\\n    at f (/a/b.ts:1:2)"}' },
  ],
] as const) {
  test(`an answer with ${words} fails`, async () => {
    assert.match((await judge.faultOf(asked, answer)) ?? 'passed', fault);
  });
}

test('a refusal with a code of another operation fails', async () => {
  const guarded = document.endpoints.find(({ id }) => id === 'credits.list-grants')!;
  const answer = { status: 401, headers: problemJson, body: problem(401, 'invalid_key') };
  assert.match((await judge.faultOf({ ...asked, endpoint: guarded }, answer)) ?? 'passed', /\/code must be/);
});

test('a good answer to a wrong credential fails', async () => {
  const answer = { status: 200, headers: json, body: '{"status":"ok"}' };
  assert.equal(
    await judge.faultOf({ ...asked, credentialFault: 'no secret' }, answer),
    'let in with no secret',
  );
});

const made: Made = {
  document,
  secrets: {},
  tools: [],
  proxied: { app: new Set(), console: new Set() },
};

test('the same seed makes the same requests, another one others', () => {
  const requests = (seed: number) => {
    const customer = openCustomer({ made, seed, which: 3 });
    return Array.from({ length: requestsOfCustomer }, (_, at) =>
      customer.request(3 * requestsOfCustomer + at),
    );
  };
  assert.deepEqual(requests(1), requests(1));
  assert.notDeepEqual(requests(1), requests(2));
});
