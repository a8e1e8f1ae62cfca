import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openWaterfall, paidIds, type Waterfall } from '#test/support/waterfall.ts';

let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
beforeEach(() => waterfall.begin());
after(() => waterfall[Symbol.asyncDispose]());

const githubAsha = { profile_url: 'github.com/asha-example', include: ['emails'] };

async function sourcesKept(): Promise<string[]> {
  const { rows } = await waterfall.service.database.pool.query(
    'select source from source_answer order by source',
  );
  return rows.map(({ source }) => source);
}

test('an answer that is there does not wait for a slow source, whose answer is kept when it comes', async () => {
  await waterfall.switchSources([...paidIds, 'github_commits'], false);
  const gravatar = waterfall.standIn('gravatar');
  gravatar.control.trouble = 'silent';
  const { key } = await waterfall.accountWith(3);

  const answer = (await waterfall.find(key, githubAsha)).json();
  assert.equal(answer.emails[0]?.sources[0].source, 'github');
  assert.deepEqual(await sourcesKept(), ['github'], 'Gravatar is still under way');

  gravatar.release();
  await eventually(async () => assert.deepEqual(await sourcesKept(), ['github', 'gravatar']));
});

test('what a slow source says is waited for while there is not enough', async () => {
  await waterfall.switchSources([...paidIds, 'github_commits', 'github'], false);
  const gravatar = waterfall.standIn('gravatar');
  gravatar.control.trouble = 'silent';
  const { key } = await waterfall.accountWith(3);

  const answer = waterfall.find(key, githubAsha);
  await gravatar.received(1);
  gravatar.release();
  assert.equal((await answer).json().emails[0]?.sources[0].source, 'gravatar');
});
