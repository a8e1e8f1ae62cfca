import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { businessProfileOf, profilesOf } from '../index.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const profile = {
  first_name: 'Asha',
  last_name: 'Example',
  business_name: '',
  address_line1: '12 Example Street',
  address_line2: '',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  gstin: '',
};

let made = 0;
async function onboarded(others: object = {}) {
  const accountId = `onboarded-${++made}`;
  const email = `${accountId}@example.com`;
  const { account } = await givenAccount(db, { accountId, email });
  const body = { account_id: accountId, email, ...profile, ...others };
  const response = await service.internal('POST', '/internal/identity/onboarding/start', body);
  assert.equal(response.statusCode, 200, response.body);
  return { account, accountId };
}
const change = (account_id: string, changes: object) =>
  service.internal('PATCH', '/internal/identity/business-profile', { account_id, ...profile, ...changes });

test('a change is answered, applies at once, and leaves the former profile with its date', async () => {
  const { account, accountId } = await onboarded();
  const before = clock.now();
  clock.advance(60_000);
  const response = await change(accountId, { city: 'Panaji', state: 'goa', gstin: '30ABCDE1234F1ZD' });
  const { state_code, saved_at, ...members } = response.json();
  assert.deepEqual(members, { ...profile, city: 'Panaji', state: 'Goa', gstin: '30ABCDE1234F1ZD' });
  assert.deepEqual([state_code, saved_at], ['30', clock.now().toISOString()]);
  const history = (await profilesOf(db, account, 10)).map(
    ({ city, state_code, gstin, saved_by, saved_at }) => ({ city, state_code, gstin, saved_by, saved_at }),
  );
  assert.deepEqual(history, [
    {
      city: 'Panaji',
      state_code: '30',
      gstin: '30ABCDE1234F1ZD',
      saved_by: 'internal',
      saved_at: clock.now(),
    },
    { city: 'Bengaluru', state_code: '29', gstin: null, saved_by: 'internal', saved_at: before },
  ]);
  assert.equal((await businessProfileOf(db, account))?.city, 'Panaji');
});

test('what is left out becomes empty, and what says the same is no change', async () => {
  const { account, accountId } = await onboarded({ address_line2: 'Floor 2', gstin: '29ABCDE1234F1ZW' });
  const changed = await change(accountId, { address_line2: undefined, gstin: undefined });
  assert.deepEqual([changed.json().address_line2, changed.json().gstin], ['', '']);
  clock.advance(1);
  assert.deepEqual((await change(accountId, {})).json(), changed.json());
  assert.equal((await profilesOf(db, account, 10)).length, 2);
});

test('a business name is kept with the GSTIN, and needs none', async () => {
  const { account, accountId } = await onboarded({
    business_name: ' Example Traders ',
    gstin: '29ABCDE1234F1ZW',
  });
  assert.equal((await businessProfileOf(db, account))?.business_name, 'Example Traders');
  assert.equal(
    (await change(accountId, { business_name: 'Example Goods' })).json().business_name,
    'Example Goods',
  );
  assert.equal((await change(accountId, { business_name: undefined })).json().business_name, '');
});

test('a body of the specification, with a GSTIN and no business name, is accepted', async () => {
  const { accountId } = await onboarded();
  const response = await change(accountId, { business_name: undefined, gstin: '29ABCDE1234F1ZW' });
  assert.deepEqual([response.statusCode, response.json().business_name], [200, '']);
});

test('an empty State is read from the GSTIN, and is refused without one', async () => {
  const { accountId } = await onboarded();
  const read = await change(accountId, { state: ' ', gstin: '30ABCDE1234F1ZD' });
  assert.deepEqual([read.statusCode, read.json().state, read.json().state_code], [200, 'Goa', '30']);
  const refused = await change(accountId, { state: '', gstin: '' });
  assert.equal(refused.statusCode, 422);
  assert.deepEqual(refused.json().detail[0].loc, ['body', 'state']);
});

test('a PIN code with the space of India Post is stored without it, and the same profile is no change', async () => {
  const { account, accountId } = await onboarded();
  assert.equal((await change(accountId, { pincode: ' 560 001 ' })).json().pincode, '560001');
  assert.equal((await profilesOf(db, account, 10)).length, 1);
});

test('the email and the WhatsApp number are not changed', async () => {
  const { accountId } = await onboarded();
  const status = async () =>
    (await service.internal('GET', `/internal/identity/onboarding/status?account_id=${accountId}`)).json();
  const before = await status();
  const response = await change(accountId, { email: 'other@example.com', whatsapp: '+12025550143' });
  assert.equal(response.statusCode, 200);
  assert.deepEqual(await status(), before);
});

test('an account that has not started gets the advice to start', async () => {
  await givenAccount(db, { accountId: 'not-started' });
  const response = await change('not-started', {});
  assert.deepEqual([response.statusCode, response.json().code], [409, 'onboarding_not_started']);
});

for (const name of [
  'आशा उदाहरण',
  'আশা',
  'ਆਸ਼ਾ',
  'આશા',
  'ଆଶା',
  'ஆஷா',
  'ఆశ',
  'ಆಶಾ',
  'ആശ',
  'ക്\u200dഷ',
  'آشا',
  'ꯑꯁꯥ',
  'ᱟᱥᱟ',
  '.',
]) {
  test(`the name ${name} is kept, letter by letter`, async () => {
    const { accountId } = await onboarded();
    assert.equal((await change(accountId, { last_name: `  ${name} ` })).json().last_name, name);
  });
}

const longest = {
  first_name: 200,
  last_name: 200,
  business_name: 300,
  address_line1: 300,
  address_line2: 300,
  city: 120,
};
for (const [member, length] of Object.entries(longest)) {
  test(`${member} may have ${length} characters, also outside of the basic plane, and not one more`, async () => {
    const { accountId } = await onboarded();
    assert.equal((await change(accountId, { [member]: '𑜀'.repeat(length) })).statusCode, 200);
    const response = await change(accountId, { [member]: 'x'.repeat(length + 1) });
    assert.deepEqual(response.json().detail, [
      {
        loc: ['body', member],
        msg: `String should have at most ${length} characters`,
        type: 'string_too_long',
        input: response.json().detail[0].input,
      },
    ]);
  });
}

const refused: [changes: Record<string, string>, member: string, words: RegExp][] = [
  [{ state: 'x'.repeat(121) }, 'state', /at most 120/],
  [{ pincode: '1'.repeat(13) }, 'pincode', /at most 12 /],
  [{ gstin: '29ABCDE1234F1ZWW' }, 'gstin', /at most 15 characters/],
  [{ gstin: '29 ABCDE1234F1Z' }, 'gstin', /has no spaces/],
  [{ state: '' }, 'state', /or a GSTIN/],
  [{ state: 'Karnatka' }, 'state', /Did you mean 'Karnataka'\?/],
  [{ state: '96' }, 'state', /of India/],
  [{ pincode: '056001' }, 'pincode', /six digits/],
  [{ pincode: '56 0001' }, 'pincode', /six digits/],
  [{ pincode: '560  001' }, 'pincode', /six digits/],
  [{ business_name: 'Example\nTraders' }, 'business_name', /control/],
  [{ gstin: '29ABCDE1234F1Z\u017f' }, 'gstin', /15 characters/],
  [{ gstin: '29AB\u017fDE1234F1ZW' }, 'gstin', /15 characters/],
  [{ gstin: '29ABCDE1234F1ZX' }, 'gstin', /check digit/],
  [{ gstin: '29ABCDE1234F1C5' }, 'gstin', /14th character is not Z/],
  [{ state: 'Goa', gstin: '29ABCDE1234F1ZW' }, 'gstin', /in Karnataka \(29\), but 'state' is Goa \(30\)/],
  [{ gstin: '25ABCDE1234F1Z4' }, 'gstin', /start with 25 were replaced by ones that start with 26/],
  [{ gstin: '99ABCDE1234F1ZP' }, 'gstin', /do not belong to a State/],
  [{ city: 'Benga\0luru' }, 'city', /control/],
  ...['\u202e', '\u200e', '\u200f', '\u061c', '\u200b', '\ufeff', '\u00ad', '\u{e0041}', '\ue000'].map(
    (odd): [Record<string, string>, string, RegExp] => [
      { city: `Benga${odd}luru` },
      'city',
      /control, direction or invisible characters/,
    ],
  ),
  ...['\u3164', '\u2800', '\uffa0', '\u115f\u1160'].map((odd): [Record<string, string>, string, RegExp] => [
    { first_name: odd },
    'first_name',
    /blank/,
  ]),
  [{ first_name: '\u200d' }, 'first_name', /blank/],
];
for (const [changes, member, words] of refused) {
  test(`${JSON.stringify(changes).slice(0, 60)} is 422 naming ${member}, and nothing is changed`, async () => {
    const { account, accountId } = await onboarded();
    const response = await change(accountId, changes);
    assert.equal(response.statusCode, 422, response.body);
    const [fault, ...others] = response.json().detail;
    assert.deepEqual([fault.loc, others], [['body', member], []]);
    assert.match(fault.msg, words);
    assert.equal((await profilesOf(db, account, 10)).length, 1);
  });
}
