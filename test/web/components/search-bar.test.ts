import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './page.ts';

const { kit, body, close } = await openPage();
const { h, render } = kit;
after(close);

let place: HTMLElement;
beforeEach(() => {
  place = document.createElement('div');
  body.append(place);
});
afterEach(() => {
  render(null, place);
  place.remove();
});

test('the search bar says what many links cost, and at once that they are more than a job takes', async () => {
  const words = (of: number) => {
    render(h(kit.CostOfMany, { of, max: 10_000 }), place);
    return place.textContent!;
  };
  assert.match(words(10_000), /^At most 10,000 credits\./);
  assert.match(words(10_001), /^These are 10,001 links\. A job takes 10,000/);
});

test('the search bar says what one link costs', () => {
  const words = (
    at_most: number,
    already_paid: boolean,
    remaining: number,
    budget_left: number | null = null,
  ) => {
    render(h(kit.CostOfOne, { at_most, already_paid, remaining, budget_left }), place);
    return place.textContent;
  };
  assert.equal(words(1, false, 5), '1 credit at most. Free if no email or phone is found.');
  assert.equal(words(1, false, 0), 'No credits. This lookup needs 1.');
  assert.equal(words(1, false, 5, 0), 'The budget is used up. Raise it under Credits.');
  assert.equal(words(0, true, 0), 'Already paid for. Looking it up again is free.');
});

function PriceOf({ link }: { link: string }) {
  const price = kit.usePrice(link, undefined);
  return h('p', {}, price ? `At most ${price.at_most}` : 'Unknown');
}

test('the price of a link is asked once typing has ended, and not for what is no link', async (t) => {
  const credits = { at_most: 1, already_paid: false, remaining: 5, budget_left: null };
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', async (_address: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body).profile_url);
    return Response.json(asked.length === 1 ? { credits } : {}, { status: asked.length === 1 ? 200 : 400 });
  });
  const shows = (text: string) => eventually(async () => assert.equal(place.textContent, text));
  for (const link of ['g', 'github.com', 'github.com/a', 'github.com/as', 'github.com/asha'])
    render(h(PriceOf, { link }), place);
  await shows('At most 1');
  render(h(PriceOf, { link: 'github.com/mira' }), place);
  await shows('Unknown');
  await eventually(async () => assert.deepEqual(asked, ['github.com/asha', 'github.com/mira']));
  await shows('Unknown');
});
