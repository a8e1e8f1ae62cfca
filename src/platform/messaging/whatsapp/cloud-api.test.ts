import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#core/ids.ts';
import { type CloudApiStandIn, openCloudApiStandIn } from '#dev/stand-ins/whatsapp/cloud-api-stand-in.ts';
import { errorCodes, otherNumbers, refusedNumber } from '#dev/stand-ins/whatsapp/magic-numbers.ts';
import { openOutgoing } from '#platform/outgoing/index.ts';
import type { VendorRequest } from '#platform/outgoing/vendors/vendor-call.ts';
import type { Handover, Trouble } from '../messaging.ts';
import { openCloudApi } from './cloud-api.ts';

interface Given {
  token?: string;
  template?: string;
  baseUrl?: string;
}

/** The outcome of a message to this number, with the stand-in's record and the waits in between. */
async function sendTo(to: string, { token, template, baseUrl }: Given = {}) {
  await using standIn = await openCloudApiStandIn();
  const { environment } = standIn;
  const crawler = { product: 'contactry-test', version: '1', contactUrl: 'https://contactry.example/' };
  const outgoing = openOutgoing({ crawler });
  const waits: number[] = [];
  const messaging = openCloudApi({
    baseUrl: baseUrl ?? environment.WHATSAPP_BASE_URL!,
    token: token ?? environment.WHATSAPP_TOKEN!,
    phoneNumberId: environment.WHATSAPP_PHONE_NUMBER_ID!,
    template: { name: template ?? environment.WHATSAPP_TEMPLATE!, language: 'en_US' },
    openClient: outgoing.vendorClient,
    wait: async (ms) => void waits.push(ms),
  });
  const message = { id: newId('wam'), to, code: '012345', expiresAt: new Date('2026-03-01T00:10:00Z') };
  const handover = await messaging.sendCode(message);
  await outgoing.close();
  return { handover, message, waits, ...recordOf(standIn) };
}

const recordOf = ({ outbox, requests }: CloudApiStandIn) => ({ outbox, requests });

test('a code goes out by the template, with the code in both places', async () => {
  const { handover, message, requests, outbox } = await sendTo('+447700900123');
  const [{ reference, ...sent }] = outbox as [(typeof outbox)[number]];
  assert.deepEqual(handover, { outcome: 'accepted', reference });
  assert.deepEqual(sent, { to: '+447700900123', code: '012345', ownId: message.id });
  const parameters = [{ type: 'text', text: '012345' }];
  assert.deepEqual(requests, [
    {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '447700900123',
      type: 'template',
      template: {
        name: 'verification_code',
        language: { code: 'en_US' },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
      biz_opaque_callback_data: message.id,
    },
  ]);
});

const expected: Record<number, Trouble> = {
  131026: 'recipient',
  131049: 'recipient_limit',
  130472: 'recipient_limit',
  131050: 'recipient_limit',
  131056: 'pair_limit',
  130429: 'throughput',
  80007: 'throughput',
  4: 'throughput',
  131048: 'throughput',
  131000: 'temporary',
  131016: 'temporary',
  2: 'temporary',
  1: 'temporary',
  131047: 'request',
  132000: 'template',
  132001: 'template',
  132005: 'template',
  132007: 'template',
  132008: 'template',
  132012: 'template',
  131008: 'request',
  131009: 'request',
  100: 'request',
  132015: 'template',
  132016: 'template',
  0: 'credential',
  190: 'credential',
  10: 'credential',
  200: 'credential',
  131005: 'credential',
  368: 'account',
  131031: 'account',
  130497: 'country',
  131042: 'account',
  131045: 'account',
  131037: 'account',
  131030: 'test_recipient',
  131062: 'request',
  999999: 'unknown',
};

for (const code of errorCodes) {
  const attempts = expected[code] === 'temporary' ? 3 : 1;
  test(`the error ${code} is ${expected[code]}, after ${attempts === 1 ? 'one try' : 'three tries'}`, async () => {
    const { handover, requests, waits } = await sendTo(refusedNumber(code));
    assert.deepEqual(handover, { outcome: 'refused', error: { code, trouble: expected[code] } });
    assert.equal(requests.length, attempts);
    assert.equal(new Set(requests.map((body) => JSON.stringify(body))).size, 1);
    assert.deepEqual(waits, [200, 400].slice(0, attempts - 1));
  });
}

test('every code of the table is tried', () => {
  assert.deepEqual(new Set(errorCodes), new Set(Object.keys(expected).map(Number)));
});

test('a temporary error that passes goes unnoticed', async () => {
  const { handover, outbox, requests } = await sendTo(otherNumbers.recovering);
  assert.equal(handover.outcome, 'accepted');
  assert.deepEqual([requests.length, outbox.length], [2, 1]);
});

for (const [ms, tries] of [
  [1999, 3],
  [2000, 2],
  [4000, 1],
] as const) {
  test(`a vendor that takes ${ms} ms for each temporary error is tried ${tries} times`, async () => {
    const asked: VendorRequest[] = [];
    const json = { error: { code: 131000 } };
    const messaging = openCloudApi({
      baseUrl: 'http://127.0.0.1:1/v25.0',
      token: 'token',
      phoneNumberId: '12345',
      template: { name: 'verification_code', language: 'en_US' },
      openClient: () => ({
        async request(ask) {
          asked.push(ask);
          return { status: 500, headers: {}, json, text: '', ms };
        },
        state: () => assert.fail(),
        close() {},
      }),
      wait: async () => {},
    });
    await messaging.sendCode({ id: 'wam_1', to: '+447700900123', code: '012345', expiresAt: new Date() });
    assert.equal(asked.length, tries);
  });
}

const unreachable: [words: string, to: string, isSent: boolean][] = [
  ['a gateway’s error page', otherNumbers.gatewayError, false],
  ['broken JSON', otherNumbers.garbled, true],
  ['a connection that breaks', otherNumbers.brokenOff, true],
];
for (const [words, to, isSent] of unreachable) {
  test(`${words} says nothing about the number, and isn’t tried again`, async () => {
    const { handover, requests } = await sendTo(to);
    assert.deepEqual(handover, { outcome: 'unreachable', retryAt: null, isSent });
    assert.equal(requests.length, 1);
  });
}

test('an address without an answer is unreachable', async () => {
  const gone = await openCloudApiStandIn();
  await gone[Symbol.asyncDispose]();
  const { handover } = await sendTo('+447700900123', { baseUrl: gone.environment.WHATSAPP_BASE_URL! });
  assert.deepEqual(handover, { outcome: 'unreachable', retryAt: null, isSent: false });
});

const codeOf = (handover: Handover) => handover.outcome === 'refused' && handover.error.code;

test('the stand-in refuses another token and another template', async () => {
  const to = '+447700900123';
  assert.equal(codeOf((await sendTo(to, { token: 'another' })).handover), 190);
  assert.equal(codeOf((await sendTo(to, { template: 'another' })).handover), 132001);
});
