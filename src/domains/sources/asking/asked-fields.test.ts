import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openWaterfall, paidIds, type Waterfall } from '#test/support/waterfall.ts';

let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
beforeEach(() => waterfall.begin());
after(() => waterfall[Symbol.asyncDispose]());

const others = (id: string) =>
  [...paidIds, 'github', 'github_commits', 'gravatar', 'website', 'mastodon', 'npm'].filter(
    (other) => other !== id,
  );

test('links asked for first do not hide the address that a free source gives', async () => {
  await waterfall.switchSources(others('github'), false);
  const { key } = await waterfall.accountWith(3);
  const ask = async (include?: string[]) =>
    (await waterfall.find(key, { profile_url: 'github.com/ravi-sample', include })).json();
  assert.equal((await ask(['links'])).status, 'not_found');
  const calls = waterfall.callsTo(['github']);
  assert.equal((await ask()).emails[0]?.address, 'ravi@sample.example.net');
  assert.equal(waterfall.callsTo(['github']), calls, 'the first answer had everything');
});

test('phones that a paid source does not know do not hide the addresses it knows', async () => {
  await waterfall.switchSources(others('contactout'), false);
  const { key } = await waterfall.accountWith(3);
  const ask = async (include: string[]) =>
    (await waterfall.find(key, { profile_url: 'linkedin.com/in/phoneless-example', include })).json();
  assert.equal((await ask(['phones'])).status, 'not_found');
  assert.equal((await ask(['emails'])).emails[0]?.address, 'dana@home.example.net');
  const calls = waterfall.callsTo(['contactout']);
  assert.equal((await ask(['phones'])).status, 'not_found');
  assert.equal(waterfall.callsTo(['contactout']), calls, 'a miss is kept for the question it answers');
});

test('concurrent questions for phones and for addresses each get their own answer', async () => {
  await waterfall.switchSources(others('contactout'), false);
  const { control, ...contactOut } = waterfall.standIn('contactout');
  control.trouble = 'silent';
  const { key } = await waterfall.accountWith(3);
  const answers = Promise.all(
    [['phones'], ['emails']].map((include) =>
      waterfall.find(key, { profile_url: 'linkedin.com/in/phoneless-example', include }),
    ),
  );
  await contactOut.received(2);
  contactOut.release();
  const statuses = (await answers).map((answer) => answer.json().status);
  assert.deepEqual(statuses, ['not_found', 'completed']);
});
