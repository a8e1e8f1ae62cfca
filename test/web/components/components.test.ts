import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, type TestContext, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openPage } from './page.ts';

const { kit, body, close } = await openPage();
const { h, render, Form, Field, Check, Show, Listing, useAnswer, useListing } = kit;
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

const find = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = place.querySelector<E>(selector);
  assert.ok(found, `${selector} in ${place.innerHTML}`);
  return found;
};
const input = (name: string) => find<HTMLInputElement>(`input[name="${name}"]`);
const faultOf = (name: string) =>
  find(`#${input(name).getAttribute('aria-describedby')?.split(' ').at(-1)}`).textContent;
const submit = () =>
  find('form').dispatchEvent(
    new (Reflect.get(window, 'Event') as typeof Event)('submit', { cancelable: true }),
  );
const shows = (text: string) => eventually(async () => assert.match(place.textContent!, new RegExp(text)));

/** A form about a promo, and what it has sent. */
function drawForm(onSubmit: (values: Record<string, string>) => unknown = () => {}, isCleared = false) {
  const sent: Record<string, string>[] = [];
  const take = (values: Record<string, string>) => {
    sent.push(values);
    return onSubmit(values);
  };
  const fields = [
    h(Field, { ...kit.savePromo.code, label: 'Code' }),
    h(Field, { ...kit.savePromo.credits, label: 'Credits', value: 5 }),
    h(Check, { name: 'active', label: 'Active' }),
  ];
  render(h(Form, { submit: 'Save', onSubmit: take, isCleared }, fields), place);
  return sent;
}

test('a form sends what its fields hold: trimmed, a ticked box as true', async () => {
  const sent = drawForm();
  input('code').value = ' DIWALI50 ';
  input('active').checked = true;
  submit();
  await eventually(async () => assert.deepEqual(sent, [{ code: 'DIWALI50', credits: '5', active: 'true' }]));
});

test('the code of a form follows its fields: trimmed, without empty ones and boxes that are not ticked', async () => {
  const asked: Record<string, string>[] = [];
  const callOf = (values: Record<string, string>) => {
    asked.push(values);
    return { route: 'POST /api/v1/find', body: values };
  };
  const fields = [h(Field, { name: 'code', label: 'Code' }), h(Check, { name: 'active', label: 'Active' })];
  render(h(Form, { submit: 'Save', onSubmit() {} }, fields, h(kit.FormAsCode, { callOf })), place);
  const change = () =>
    find('form').dispatchEvent(new (Reflect.get(window, 'Event') as typeof Event)('input'));
  input('code').value = ' DIWALI50 ';
  await eventually(async () => {
    change();
    assert.deepEqual(asked.at(-1), { code: 'DIWALI50' });
  });
  input('active').checked = true;
  change();
  await eventually(async () => assert.deepEqual(asked.at(-1), { code: 'DIWALI50', active: 'true' }));
});

test('a field that is required and holds only spaces gets a fault and the focus, and nothing is sent', async () => {
  const sent = drawForm();
  input('code').value = '  ';
  submit();
  await eventually(async () => assert.equal(input('code').getAttribute('aria-invalid'), 'true'));
  assert.ok(faultOf('code'));
  assert.equal(input('credits').getAttribute('aria-invalid'), null);
  assert.equal(document.activeElement, input('code'));
  assert.deepEqual(sent, []);
});

test('a number beyond the limit of the operation is not sent', async () => {
  const sent = drawForm();
  input('code').value = 'DIWALI50';
  input('credits').value = String(Number(input('credits').max) + 1);
  submit();
  await eventually(async () => assert.equal(input('credits').getAttribute('aria-invalid'), 'true'));
  assert.deepEqual(sent, []);
  assert.equal(input('code').maxLength, 100);
});

test('a form that is being sent is not sent again', async () => {
  const answer = Promise.withResolvers<void>();
  const sent = drawForm(() => answer.promise);
  input('code').value = 'DIWALI50';
  submit();
  await eventually(async () => assert.equal(find('button').getAttribute('aria-disabled'), 'true'));
  submit();
  answer.resolve();
  await eventually(async () => assert.equal(find('button').getAttribute('aria-disabled'), 'false'));
  assert.equal(sent.length, 1);
});

test('a form that clears itself keeps what was typed while it was being sent', async () => {
  let answer = Promise.withResolvers<void>();
  drawForm(() => answer.promise, true);
  const isIdle = () =>
    eventually(async () => assert.equal(find('button').getAttribute('aria-disabled'), 'false'));
  const send = (code: string) => {
    input('code').value = code;
    submit();
    return eventually(async () => assert.equal(find('button').getAttribute('aria-disabled'), 'true'));
  };
  await send('DIWALI50');
  input('code').value = 'HOLI25';
  answer.resolve();
  await isIdle();
  assert.equal(input('code').value, 'HOLI25');

  answer = Promise.withResolvers();
  await send('HOLI25');
  answer.resolve();
  await isIdle();
  assert.equal(input('code').value, '');
});

test('the API’s faults appear next to their fields, others above them, and what was typed stays', async () => {
  drawForm(() => {
    throw new kit.ValidationError(
      [
        { loc: ['body', 'code'], msg: 'Too short.', type: 'too_short' },
        { loc: ['body', 'ends_at'], msg: 'In the past.', type: 'past' },
      ],
      'req_1',
    );
  });
  input('code').value = 'AB';
  submit();
  await eventually(async () => assert.equal(faultOf('code'), 'Too short.'));
  assert.match(find('[role=alert]').textContent!, /ends_at: In the past\..*req_1/);
  assert.equal(input('code').value, 'AB');
  assert.equal(document.activeElement, input('code'));
});

/** Answers the calls of the pages in turn, and keeps their addresses. */
function answers(t: TestContext, ...bodies: (object | null)[]): string[] {
  const asked: string[] = [];
  t.mock.method(globalThis, 'fetch', async (request: string | URL | Request) => {
    asked.push(
      decodeURIComponent(
        new URL(request instanceof Request ? request.url : request).pathname +
          new URL(request instanceof Request ? request.url : request).search,
      ),
    );
    const answer = bodies[asked.length - 1];
    return answer
      ? Response.json(answer)
      : Response.json(
          {
            code: 'internal_error',
            title: 'Internal error',
            status: 500,
            detail: 'No such thing.',
            request_id: 'req_2',
          },
          { status: 500, headers: { 'content-type': 'application/problem+json', 'x-request-id': 'req_2' } },
        );
  });
  return asked;
}

function Balance() {
  const balance = useAnswer('GET /internal/billing/balance/{account_id}', { path: { account_id: 'me' } });
  const draw = (value: unknown) => h('p', {}, `Balance ${(value as { balance: number }).balance}`);
  return h(
    'section',
    {},
    h(Show<unknown>, { of: balance, children: draw }),
    h('a', { onClick: balance.reload }),
  );
}

test('an answer is loading, then shown; after a failed reload it is shown as out of date until asked again', async (t) => {
  const asked = answers(t, { balance: 1 }, null, { balance: 3 });
  render(h(Balance, {}), place);
  assert.ok(find('[role=status]'));
  await shows('Balance 1');
  find('a').click();
  await shows('out of date.*No such thing.*req_2.*Balance 1');
  find('button').click();
  await shows('^Balance 3$');
  assert.deepEqual(asked, Array(3).fill('/app/api/internal/billing/balance/me'));
});

test('an answer that never came says why, and is asked for again', async (t) => {
  answers(t, null, { balance: 2 });
  render(h(Balance, {}), place);
  await shows('This did not load.*No such thing');
  find('button').click();
  await shows('^Balance 2$');
});

test('a request that was refused says why, without a frame and a button that can’t help', async (t) => {
  const msg = 'Input should be greater than or equal to 100';
  t.mock.method(globalThis, 'fetch', async () =>
    Response.json({ detail: [{ loc: ['query', 'amount'], msg, type: 'range' }] }, { status: 422 }),
  );
  render(h(Balance, {}), place);
  await shows('^amount: Use at least 100\\.$');
  assert.equal(place.querySelector('button'), null);
});

function Alerts() {
  const list = useListing('GET /api/v1/admin/alerts', { query: { status: 'open' } });
  return h(Listing<(typeof list.items)[number]>, {
    of: list,
    empty: 'All quiet',
    columns: [{ title: 'Kind', cell: ({ kind }) => kind }],
    keyOf: ({ kind }) => kind,
    href: ({ kind }) => `/console/${kind}`,
  });
}

const cells = () => [...place.querySelectorAll('td')].map((cell) => cell.textContent);

test('a list shows a page, then the next below it, until there is no more', async (t) => {
  const asked = answers(
    t,
    { items: [{ kind: 'one' }], next_cursor: 'c2' },
    { items: [{ kind: 'two' }], next_cursor: null },
  );
  render(h(Alerts, {}), place);
  await shows('one');
  assert.equal(find('td a').getAttribute('href'), '/console/one');
  find('button').click();
  await eventually(async () => assert.deepEqual(cells(), ['one', 'two']));
  assert.equal(place.querySelector('button'), null);
  assert.match(asked[1]!, /\?status=open&cursor=c2$/);
});

test('a list keeps its rows when the next page fails, and asks for that page again', async (t) => {
  const asked = answers(t, { items: [{ kind: 'one' }], next_cursor: 'c2' }, null, {
    items: [{ kind: 'two' }],
    next_cursor: null,
  });
  render(h(Alerts, {}), place);
  await shows('one');
  find('button').click();
  await shows('one.*No such thing');
  find('button').click();
  await eventually(async () => assert.deepEqual(cells(), ['one', 'two']));
  assert.equal(asked[1], asked[2]);
});

test('a list without rows says so, and one that failed offers to ask again', async (t) => {
  answers(t, null, { items: [], next_cursor: null });
  render(h(Alerts, {}), place);
  await shows('No such thing');
  find('button').click();
  await shows('^All quiet$');
});
