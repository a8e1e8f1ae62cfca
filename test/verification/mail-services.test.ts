import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { MockAgent } from 'undici';
import { signedText } from '#domains/bounces/webhook/sns.ts';
import { type Customer, customer, importRows } from '#test/support/kit.ts';
import { rsaCertificate } from '#test/support/outgoing/self-signed.ts';
import { type TestService, testService } from '#test/support/service.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certUrl = 'https://sns.ap-south-1.amazonaws.com/SimpleNotificationService-1.pem';
const network = new MockAgent();
network.disableNetConnect();
const sns = network.get('https://sns.ap-south-1.amazonaws.com');
let confirmed = 0;
let service: TestService;
let caller: Customer;
let address: string;
before(async () => {
  sns
    .intercept({ path: '/SimpleNotificationService-1.pem' })
    .reply(200, rsaCertificate(publicKey, privateKey), { headers: { 'content-type': 'text/plain' } })
    .persist();
  sns
    .intercept({ path: '/?Action=ConfirmSubscription&Token=t1' })
    .reply(() => {
      confirmed += 1;
      return { statusCode: 200, data: '' };
    })
    .persist();
  service = await testService({ outgoing: { network } });
  caller = await customer(service, 50);
  address = await opened({ mailgun_signing_key: 'mailgun-signing-key' });
});
after(() => service[Symbol.asyncDispose]());

async function opened(body: object): Promise<string> {
  const made = await service.withKey(caller.key, 'POST', '/api/v1/bounces/webhook', body);
  assert.equal(made.statusCode, 200, made.body);
  return new URL(made.json().url, 'http://service.example').pathname;
}

let people = 0;
async function bought(): Promise<string> {
  const [link, email] = [`https://www.linkedin.com/in/sent-${++people}`, `sent-${people}@works.example`];
  await importRows(service, `profile_url,email\n${link},${email}\n`);
  await service.withKey(caller.key, 'POST', '/api/v1/find', { profile_url: link });
  return email;
}

const send = async (body: unknown, to = address, type = 'application/json') =>
  (await service.request('POST', to, { headers: { 'content-type': type }, body: JSON.stringify(body) }))
    .statusCode;

const toldBy = async (): Promise<string[]> =>
  (await service.database.pool.query('select told_by from bounce_report order by reported_at')).rows.map(
    (row) => row.told_by,
  );

const mailgun = (
  recipient: string,
  { severity = 'permanent', key = 'mailgun-signing-key', ageMs = 0 } = {},
) => {
  const [timestamp, token] = [String(Math.floor((Date.now() - ageMs) / 1000)), 'a'.repeat(50)];
  const signature = createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex');
  return {
    signature: { timestamp, token, signature },
    'event-data': { event: 'failed', severity, recipient },
  };
};

const message = (members: object, by = privateKey, version = '2') => {
  const all = {
    ...{ MessageId: 'm-1', TopicArn: 'arn:aws:sns:ap-south-1:123456789012:bounces' },
    ...{ Timestamp: '2026-11-28T00:00:00.000Z', SignatureVersion: version, SigningCertURL: certUrl },
    ...{ Type: 'Notification', Message: '{}', Signature: 'x', ...members },
  };
  const digest = version === '2' ? 'sha256' : 'sha1';
  const Signature = sign(digest, Buffer.from(signedText(all)), by).toString('base64');
  return { ...all, Signature };
};

const sesBounce = (emailAddress: string, bounceType = 'Permanent') => ({
  Message: JSON.stringify({
    notificationType: 'Bounce',
    bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
  }),
});

test('hard bounces of SES, Postmark and Mailgun are reported, and soft ones are not', async () => {
  const [ses, old, postmark, ofMailgun, soft] = [
    await bought(),
    await bought(),
    await bought(),
    await bought(),
    await bought(),
  ];
  const before = await toldBy();
  assert.equal(await send(message(sesBounce(ses)), address, 'text/plain; charset=UTF-8'), 200);
  assert.equal(await send(message(sesBounce(old), privateKey, '1')), 200);
  assert.equal(await send({ RecordType: 'Bounce', Type: 'HardBounce', Email: postmark }), 200);
  assert.equal(await send(mailgun(ofMailgun)), 200);
  assert.equal(await send(message(sesBounce(soft, 'Transient'))), 200);
  assert.equal(await send({ RecordType: 'Bounce', Type: 'SoftBounce', Email: soft }), 200);
  assert.equal(await send(mailgun(soft, { severity: 'temporary' })), 200);
  assert.deepEqual((await toldBy()).slice(before.length), ['ses', 'ses', 'postmark', 'mailgun']);
});

test('a wrong signature, an old one, an unknown form and an unknown address are refused', async () => {
  const email = await bought();
  const { privateKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const before = await toldBy();
  const wrong = [
    message(sesBounce(email), other),
    { ...message(sesBounce(email)), ...sesBounce('mira@works.example') },
    {
      ...message(sesBounce(email)),
      SigningCertURL: 'https://sns.ap-south-1.amazonaws.com.evil.example/x.pem',
    },
    { ...message(sesBounce(email)), SigningCertURL: 'http://sns.ap-south-1.amazonaws.com/x.pem' },
    mailgun(email, { key: 'another-signing-key' }),
    mailgun(email, { ageMs: 3_600_000 }),
    { hello: 'world' },
  ];
  for (const body of wrong) assert.equal(await send(body), 401);
  assert.equal(await send({ RecordType: 'Bounce', Type: 'HardBounce', Email: email }, `${address}x`), 401);
  assert.deepEqual(await toldBy(), before);
});

test('a subscription is confirmed at Amazon alone, if it is signed', async () => {
  const at = (SubscribeURL: string) =>
    message({ Type: 'SubscriptionConfirmation', Token: 't1', Message: 'Confirm', SubscribeURL });
  const link = 'https://sns.ap-south-1.amazonaws.com/?Action=ConfirmSubscription&Token=t1';
  assert.equal(await send(at(link)), 200);
  assert.equal(confirmed, 1);
  assert.equal(await send(at('https://inside.example/?Action=ConfirmSubscription')), 200);
  assert.equal(await send({ ...at(link), Signature: 'AAAA' }), 401);
  assert.equal(confirmed, 1);
});

test('a new address replaces the one before, and Mailgun needs its key', async () => {
  const former = address;
  const email = await bought();
  address = await opened({});
  assert.equal(await send(mailgun(email)), 401);
  assert.equal(await send({ RecordType: 'Bounce', Type: 'HardBounce', Email: email }, former), 401);
  assert.equal(await send({ RecordType: 'Bounce', Type: 'HardBounce', Email: email }), 200);
});
