import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './page.ts';

const { kit, body, close } = await openPage();
const { h, render, Listing, useAnswer, useFoundEntries, useListing } = kit;
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

const shows = (text: string) => eventually(async () => assert.equal(place.textContent, text));

/** An answer that comes after all others, when it is no longer awaited. */
async function answersLate(answer: () => void): Promise<void> {
  answer();
  for (let turns = 0; turns < 10; turns++) await turn();
}

/** Requests that wait until the test answers them, in any order. They don't hear that they are given up. */
function requests(t: TestContext) {
  const waiting = new Map<string, (answer: Response) => void>();
  t.mock.method(globalThis, 'fetch', (request: string | URL | Request) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { searchParams } = new URL(request instanceof Request ? request.url : request);
    waiting.set(searchParams.get('status') ?? searchParams.get('account_id')!, resolve);
    return promise;
  });
  return {
    isAsked: (status: string) => eventually(async () => assert.ok(waiting.has(status))),
    answer: (status: string) =>
      waiting.get(status)!(Response.json({ items: [{ kind: status, source: status }], next_cursor: null })),
    refuse: (status: string) => waiting.get(status)!(Response.json({}, { status: 500 })),
  };
}

type Status = 'open' | 'resolved';

function Journey({ of }: { of: string }) {
  const list = useListing('GET /api/v1/admin/growth/journey', { query: { account_id: of } });
  const columns = [{ title: '', cell: ({ source }: { source: string }) => source }];
  return h(Listing<(typeof list.items)[number]>, {
    of: list,
    empty: '',
    columns,
    keyOf: ({ source }) => source,
  });
}

function List({ status }: { status: Status }) {
  const list = useListing('GET /api/v1/admin/alerts', { query: { status } });
  const columns = [{ title: '', cell: ({ kind }: { kind: string }) => kind }];
  return h(Listing<(typeof list.items)[number]>, { of: list, empty: '', columns, keyOf: ({ kind }) => kind });
}

function Single({ status }: { status: Status }) {
  const { value } = useAnswer('GET /api/v1/admin/alerts', { query: { status } });
  return h('p', {}, value?.items.map(({ kind }) => kind).join());
}

for (const [name, View] of Object.entries({ list: List, view: Single })) {
  test(`a ${name} keeps the answer to its newest filter when an older one arrives late`, async (t) => {
    const { isAsked, answer } = requests(t);
    render(h(View, { status: 'open' }), place);
    await isAsked('open');
    render(h(View, { status: 'resolved' }), place);
    await isAsked('resolved');
    answer('resolved');
    await shows('resolved');
    await answersLate(() => answer('open'));
    assert.equal(place.textContent, 'resolved');
  });
}

test('a list keeps its rows, as busy, until the answer to another filter is there', async (t) => {
  const { isAsked, answer, refuse } = requests(t);
  render(h(List, { status: 'open' }), place);
  await isAsked('open');
  answer('open');
  await shows('open');
  render(h(List, { status: 'resolved' }), place);
  await isAsked('resolved');
  assert.equal(place.textContent, 'open');
  assert.equal(place.querySelector('table')?.getAttribute('aria-busy'), 'true');
  refuse('resolved');
  await eventually(async () => assert.match(place.textContent!, /did not load/));
  assert.doesNotMatch(place.textContent!, /open/);
});

test('rows of one account are gone as soon as another account is shown', async (t) => {
  const { isAsked, answer } = requests(t);
  render(h(Journey, { of: 'acct_asha' }), place);
  await isAsked('acct_asha');
  answer('acct_asha');
  await shows('acct_asha');
  render(h(Journey, { of: 'acct_ravi' }), place);
  assert.doesNotMatch(place.textContent!, /acct_asha/);
  await isAsked('acct_ravi');
  assert.doesNotMatch(place.textContent!, /acct_asha/);
});

test('the palette keeps what was found for the newest text when an older answer, or an error, arrives late', async () => {
  const waiting = new Map<string, (found: string | Error) => void>();
  const find = async (text: string) => {
    const { promise, resolve } = Promise.withResolvers<string | Error>();
    waiting.set(text, resolve);
    const found = await promise;
    if (found instanceof Error) throw found;
    return [{ id: found, text: found }];
  };
  const finders = [{ name: 'People', find }];
  const Found = ({ text }: { text: string }) => {
    const { groups, faults } = useFoundEntries(finders, text);
    return h('p', {}, ...groups.flatMap(({ entries }) => entries.map((entry) => entry.text)), ...faults);
  };
  for (const text of ['as', 'ash', 'asha']) {
    render(h(Found, { text }), place);
    await eventually(async () => assert.ok(waiting.has(text)));
  }
  waiting.get('asha')!('Asha Example');
  await shows('Asha Example');
  await answersLate(() => waiting.get('as')!('Astrid Example'));
  await answersLate(() => waiting.get('ash')!(new Error('timeout')));
  assert.equal(place.textContent, 'Asha Example');
});
