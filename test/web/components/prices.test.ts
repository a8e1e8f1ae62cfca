import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, type TestContext, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './page.ts';

const { kit, body, close } = await openPage();
const { h, render, ChangeDialog, EntryDialog, faultsOfEntry, Prices, wayBack } = kit;
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

type Entry = Parameters<typeof faultsOfEntry>[0];
type Catalogue = Parameters<typeof wayBack>[0];

const growth: Entry = {
  ...{
    id: 'growth',
    kind: 'monthly',
    name: 'Growth',
    description: 'For teams.',
    credits: 80,
    amount: 39_900,
  },
  ...{ rate_limit_per_min: 60, mcp: true, priority_processing: false, highlighted: true, cta: 'checkout' },
};
const scale: Entry = { ...growth, id: 'scale', name: 'Scale', amount: 99_900 };

function answers(t: TestContext, answer: object, status = 200): void {
  t.mock.method(globalThis, 'fetch', async () => Response.json(answer, { status }));
}
const button = (name: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const shows = (text: string | RegExp) =>
  eventually(async () => assert.match(place.textContent!, new RegExp(text)));

test('a refused change of prices names the plan and what of it, and leads back to its form', async (t) => {
  const msg = 'What is sold costs at least ₹1, which is 100 paise';
  answers(t, { detail: [{ loc: ['body', 'entries', 1, 'amount'], msg, type: 'value_error' }] }, 422);
  const edited: Entry[] = [];
  const onEdit = (entry: Entry) => void edited.push(entry);
  render(h(ChangeDialog, { entries: [growth, scale], version: 0, onEdit, onDone: () => {} }), place);
  await shows(`Scale, price: ${msg}`);
  assert.doesNotMatch(place.textContent!, /did not load|Try again|entries\.1/);
  button('Change Scale')!.click();
  assert.deepEqual(edited, [scale]);
  assert.ok(button('Back to the changes'));
});

for (const [given, field] of [
  [{ id: 'Growth Plus!' }, 'id'],
  [{ id: 'scale' }, 'id'],
  [{ name: ' scale ' }, 'name'],
  [{ amount: 99 }, 'rupees'],
  [{ credits: 0 }, 'credits'],
] as const) {
  test(`a plan with ${JSON.stringify(given)} is refused at its field`, () => {
    const faults = Object.entries(faultsOfEntry({ ...growth, ...given }, [scale])).filter(
      ([, fault]) => fault,
    );
    assert.deepEqual(
      faults.map(([name]) => name),
      [field],
    );
  });
}

test('a plan that isn’t sold may be free, and keeps its own name', () => {
  const faults = faultsOfEntry({ ...growth, amount: 0, credits: 0, cta: 'none' }, [scale]);
  assert.ok(Object.values(faults).every((fault) => !fault));
});

test('the price of a form has the bounds of the operation', () => {
  render(h(EntryDialog, { of: growth, others: [scale], onDone: () => {} }), place);
  const price = place.querySelector<HTMLInputElement>('input[name=rupees]')!;
  assert.deepEqual([price.min, price.max], ['0', '10000000']);
});

const version = (
  number: number,
  changes: Catalogue['history'][number]['changes'],
  withdrawn_at: string | null = null,
) => ({
  ...{ version: number, changes, effective_at: '2026-11-01T00:00:00Z', reason: 'Prices', actor: 'mira' },
  ...{ created_at: '2026-11-01T00:00:00Z', withdrawn_at, withdrawn_by: null },
});
const price = (before: number, after: number) => ({ id: 'growth', member: 'amount', before, after });

test('returning to a version undoes the later ones that were in force, and ends the sale of what they added', () => {
  const catalogue: Catalogue = {
    ...{ version: 4, entries: [{ ...growth, amount: 49_900 }, scale], waiting: null, next_cursor: null },
    history: [
      version(4, [price(44_900, 49_900)]),
      version(3, [price(44_900, 1)], '2026-11-02T00:00:00Z'),
      version(2, [price(39_900, 44_900), { id: 'scale', member: null, before: null, after: scale }]),
      version(1, [price(29_900, 39_900)]),
    ],
  };
  assert.deepEqual(wayBack(catalogue, 1), [
    price(49_900, 39_900),
    { id: 'scale', member: 'cta', before: 'checkout', after: 'none' },
  ]);
  assert.deepEqual(wayBack(catalogue, 4), []);
});

test('while a change waits, the prices in force are beside those that follow', async (t) => {
  const waiting = { ...version(1, [price(39_900, 49_900)]), entries: [{ ...growth, amount: 49_900 }] };
  const history = [version(1, waiting.changes)];
  answers(t, { version: 0, entries: [growth], waiting, history, next_cursor: null });
  render(h(Prices, {}), place);
  await shows(/In force until then.*₹399.*From then on.*₹499/s);
});
