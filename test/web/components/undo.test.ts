import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './page.ts';

const { kit, body, close } = await openPage();
const { h, render, notes, notify, takeBackLatest, Toasts } = kit;
after(close);

beforeEach(() => {
  render(h(Toasts, {}), body);
});
afterEach(() => {
  notes.value = [];
  render(null, body);
});

const texts = () => notes.value.map(({ text }) => text);
const find = async (selector: string): Promise<HTMLElement> => {
  await eventually(async () => assert.ok(body.querySelector(selector)));
  return body.querySelector<HTMLElement>(selector)!;
};

test('an act can be undone once, and only for ten seconds', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const undone: string[] = [];
  notify('Renamed.', { undo: () => undone.push('name') });
  t.mock.timers.tick(9_999);
  assert.equal(takeBackLatest(), true);
  assert.equal(takeBackLatest(), false);
  assert.deepEqual(undone, ['name']);

  notify('Locked.', { undo: () => undone.push('lock') });
  t.mock.timers.tick(10_000);
  assert.deepEqual(texts(), []);
  assert.equal(takeBackLatest(), false);
  assert.deepEqual(undone, ['name']);
});

test('the latest act is undone first', () => {
  const undone: number[] = [];
  for (const act of [1, 2]) notify(`Act ${act}`, { undo: () => undone.push(act) });
  notify('Copied.');
  takeBackLatest();
  takeBackLatest();
  assert.deepEqual(undone, [2, 1]);
  assert.deepEqual(texts(), ['Copied.']);
});

test('Undo does not go away while the pointer or the focus is on it', async (t) => {
  const toasts = await find('.toasts');
  const say = (type: string) =>
    toasts.dispatchEvent(new (Reflect.get(window, 'Event') as typeof Event)(type));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [begin, end] of [
    ['pointerenter', 'pointerleave'],
    ['focusin', 'focusout'],
  ] as const) {
    notify('Renamed.', { undo: () => {} });
    say(begin);
    t.mock.timers.tick(60_000);
    assert.deepEqual(texts(), ['Renamed.']);
    say(end);
    assert.deepEqual(texts(), []);
  }
});

test('an undo that fails says so', async (t) => {
  t.mock.method(console, 'error', () => {});
  notify('Locked.', {
    undo: async () => {
      throw new Error('no connection');
    },
  });
  (await find('.toast button')).click();
  await eventually(async () => assert.equal(texts().length, 1));
  assert.notEqual(texts()[0], 'Locked.');
});
