import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const now = new Date('2026-11-08T00:00:00.000Z');
const clock = manualClock(now);
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const path = '/api/v1/admin/growth/campaigns';
const inDays = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
const post = (body: object) => service.admin('POST', path, body);
const save = (body: object) => asOperator(service, 'POST', path, body);
const archive = (id: string) => asOperator(service, 'POST', `${path}/${id}/archive`);
const promo = async (wanted: string) => {
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/growth/promos');
  return items.find(({ code }: { code: string }) => code === wanted);
};
async function faultsOf(body: object): Promise<string[]> {
  const response = await post({ name: 'Faulty', ...body });
  assert.equal(response.statusCode, 422, response.body);
  return response.json().detail.map(({ loc }: { loc: string[] }) => loc[1]);
}

test('a campaign with a name alone is a draft with every default of the specification', async () => {
  const { id, created_at, updated_at, ...rest } = await save({ name: 'Diwali 2026 — Été!' });
  assert.match(id, /^cmp_/);
  assert.deepEqual([created_at, updated_at], [now.toISOString(), now.toISOString()]);
  const { name, slug, status, updated_by, archived_at, ...defaults } = rest;
  assert.deepEqual([name, status, updated_by, archived_at], ['Diwali 2026 — Été!', 'draft', 'ops', null]);
  assert.match(slug, /^campaign-[a-z0-9]{12}$/);
  assert.deepEqual(defaults, {
    ...{
      starts_at: '',
      ends_at: '',
      banner_enabled: false,
      banner_text: '',
      banner_href: '',
      banner_cta: '',
    },
    ...{ banner_theme: 'info', banner_bg: '', banner_fg: '', banner_surfaces: [], modal_enabled: false },
    ...{ modal_title: '', modal_body: '', modal_image_url: '', modal_cta_label: '', modal_cta_href: '' },
    ...{ modal_secondary_label: '', modal_secondary_href: '', modal_audience: 'first_visit' },
    ...{ promo_code: '', promo_credits: 0, promo_max_uses: null, promo_message: '' },
  });
});

test('the status follows from the dates', async () => {
  const statusOf = async (body: object) => (await save({ name: 'Dated', ...body })).status;
  const [past, future] = [inDays(-1), inDays(1)];
  assert.equal(await statusOf({ status: 'draft', starts_at: past }), 'draft');
  assert.equal(await statusOf({ status: 'active' }), 'active');
  assert.equal(await statusOf({ status: 'active', starts_at: future }), 'scheduled');
  assert.equal(await statusOf({ status: 'scheduled', starts_at: past, ends_at: future }), 'active');
  assert.equal(await statusOf({ status: 'active', ends_at: inDays(0) }), 'ended');
  assert.equal((await save({ name: 'Over', status: 'ended', ends_at: past })).ends_at, past);
  const { status, ends_at } = await save({ name: 'Over', status: 'ended', ends_at: future });
  assert.deepEqual([status, ends_at], ['ended', now.toISOString()]);
  assert.deepEqual(await faultsOf({ status: 'ended', starts_at: future }), ['status']);
  assert.deepEqual(await faultsOf({ status: 'scheduled' }), ['starts_at']);
  // In UTC it is the year 10000, which no answer could write and no request could send back.
  assert.deepEqual(await faultsOf({ ends_at: '9999-12-31T23:59:59-00:01' }), ['ends_at']);
  assert.deepEqual(await faultsOf({ status: 'archived' }), ['status']);
});

test('an update names the campaign by its id or by its slug, and replaces everything but the slug', async () => {
  const made = await save({ name: 'First', slug: 'spring', banner_enabled: true, banner_text: 'Hello' });
  const bySlug = await save({ name: 'Second', slug: 'spring' });
  assert.deepEqual([bySlug.id, bySlug.name, bySlug.banner_text], [made.id, 'Second', '']);
  const byId = await save({ id: made.id, name: 'Third' });
  assert.deepEqual([byId.id, byId.slug], [made.id, 'spring']);
  assert.equal((await save({ id: made.id, name: 'Third', slug: 'autumn' })).slug, 'autumn');
  const twins = [await save({ name: 'Autumn' }), await save({ name: 'Autumn' })];
  assert.equal(new Set(twins.map(({ slug }) => slug)).size, 2);
  assert.ok(twins.every(({ slug }) => !slug.includes('autumn')));
});

test('concurrent saves of one new slug make one campaign', async () => {
  const saved = await Promise.all(
    Array.from({ length: 5 }, (_, at) => save({ name: `Race ${at}`, slug: 'race' })),
  );
  assert.equal(new Set(saved.map(({ id }) => id)).size, 1);
});

test('an archived campaign stays archived, gives its slug free and can be archived again', async () => {
  const { id } = await save({ name: 'Old', slug: 'yearly', status: 'active' });
  const archived = await archive(id);
  assert.deepEqual([archived.status, archived.archived_at], ['archived', now.toISOString()]);
  assert.deepEqual(await archive(id), archived);
  assert.equal((await post({ id, name: 'Back' })).json().code, 'campaign_archived');
  assert.notEqual((await save({ name: 'New', slug: 'yearly' })).id, id);
});

test('links, colours, lists and texts are checked, and every fault is named at once', async () => {
  const faulty = {
    ...{ slug: 'Not A Slug', name: ' ', status: 'live', starts_at: 'soon', banner_text: 'a\u0007b' },
    ...{ banner_href: 'javascript:alert(1)', banner_theme: 'pink', banner_bg: 'red', banner_fg: '#12345' },
    ...{
      banner_surfaces: ['moon'],
      modal_title: 'a\nb',
      modal_body: 'a\u202eb',
      modal_image_url: 'http://example.com',
    },
    ...{ modal_audience: 'all', modal_secondary_href: '//example.com', promo_code: '?', promo_credits: -1 },
  };
  assert.deepEqual(
    new Set(await faultsOf(faulty)),
    new Set([...Object.keys(faulty), 'modal_secondary_label']),
  );
  const links = [
    ...['/\\example.com', '/\t/example.com', ' https://example.com', 'https:example.com', 'data:text/html,x'],
    ...['https://a:b@example.com', 'https://', 'pricing', 'JAVASCRIPT:x', 'https:\\\\example.com'],
  ];
  for (const banner_href of links)
    assert.deepEqual(await faultsOf({ banner_href }), ['banner_href'], banner_href);
  for (const banner_href of [
    '/',
    '/pricing?from=banner#plans',
    'https://example.com/a%20b',
    'HTTPS://example.com',
  ]) {
    assert.equal((await save({ name: 'Linked', banner_href })).banner_href, banner_href);
  }
});

test('members that need one another are asked for', async () => {
  assert.deepEqual(await faultsOf({ banner_enabled: true }), ['banner_text']);
  assert.deepEqual(await faultsOf({ banner_cta: 'Go' }), ['banner_href']);
  assert.deepEqual(await faultsOf({ modal_enabled: true }), ['modal_title']);
  assert.deepEqual(await faultsOf({ modal_cta_label: 'Go' }), ['modal_cta_href']);
  assert.deepEqual(await faultsOf({ modal_cta_href: '/go' }), ['modal_cta_label']);
  assert.deepEqual(await faultsOf({ promo_credits: 5 }), ['promo_code']);
  assert.deepEqual(await faultsOf({ promo_max_uses: 5, promo_message: 'x' }), [
    'promo_credits',
    'promo_credits',
  ]);
  assert.deepEqual(await faultsOf({ promo_code: 'NO-SUCH' }), ['promo_code']);
});

test('a campaign makes its promo, which follows its dates, its status and its end', async () => {
  const body = { name: 'Holi', slug: 'holi', promo_code: 'holi25', promo_credits: 25, promo_max_uses: 10 };
  const dates = { starts_at: inDays(-1), ends_at: inDays(1) };
  const made = await save({ ...body, ...dates, promo_message: 'Happy Holi' });
  assert.deepEqual([made.promo_code, made.promo_credits, made.promo_max_uses], ['HOLI25', 25, 10]);
  const { credits, max_uses, message, active, starts_at, ends_at } = await promo('HOLI25');
  assert.deepEqual([credits, max_uses, message, active], [25, 10, 'Happy Holi', false]);
  assert.deepEqual({ starts_at, ends_at }, dates);

  await save({ ...body, status: 'active', promo_credits: 30 });
  assert.deepEqual([(await promo('HOLI25')).active, (await promo('HOLI25')).credits], [true, 30]);
  assert.deepEqual(await faultsOf({ promo_code: 'HOLI25', promo_credits: 1 }), ['promo_code']);
  assert.equal((await save({ name: 'Also', promo_code: 'HOLI25' })).promo_credits, 0);

  await save({ ...body, status: 'active', promo_code: 'HOLI30' });
  assert.deepEqual([(await promo('HOLI25')).active, (await promo('HOLI30')).active], [false, true]);
  await archive(made.id);
  assert.equal((await promo('HOLI30')).active, false);
});

test('a draft changes no promo that can be redeemed, until it is published; neither does its end', async () => {
  const live = { code: 'LIVE10', credits: 10, max_uses: 100, message: 'Thanks', ends_at: inDays(9) };
  await asOperator(service, 'POST', '/api/v1/admin/growth/promos', live);
  const before = await promo('LIVE10');
  assert.equal(before.active, true);
  const draft = { name: 'More', slug: 'more', promo_code: 'LIVE10', promo_credits: 40, promo_max_uses: 3 };
  const saved = await save(draft);
  assert.deepEqual([saved.promo_credits, saved.promo_max_uses, saved.promo_message], [40, 3, '']);
  assert.deepEqual(await promo('LIVE10'), before);
  await save({ ...draft, promo_code: 'LIVE11' });
  await save({ ...draft, promo_credits: 50 });
  const other = await save({
    ...draft,
    slug: 'thrown-away',
    promo_code: '',
    promo_credits: 0,
    promo_max_uses: null,
  });
  await archive(other.id);
  assert.deepEqual(await promo('LIVE10'), before);

  await save({ ...draft, promo_credits: 50, status: 'active' });
  const { credits, max_uses, active, ends_at } = await promo('LIVE10');
  assert.deepEqual([credits, max_uses, active, ends_at], [50, 3, true, '']);
  await save({ ...draft, promo_credits: 50 });
  assert.equal((await promo('LIVE10')).active, false, 'its campaign is no longer published');
});

test('an archived draft leaves the promo that it named as it is', async () => {
  await asOperator(service, 'POST', '/api/v1/admin/growth/promos', { code: 'KEPT10', credits: 10 });
  const before = await promo('KEPT10');
  const { id } = await save({ name: 'Never', promo_code: 'KEPT10', promo_credits: 99 });
  await archive(id);
  assert.deepEqual(await promo('KEPT10'), before);
});

test('the audit log has the campaign before and after, and what became of its promo', async () => {
  const { id } = await save({ name: 'Audited', slug: 'audited', promo_code: 'AUDITED', promo_credits: 5 });
  await save({ name: 'Renamed', slug: 'audited', status: 'active', promo_code: 'AUDITED', promo_credits: 5 });
  await archive(id);
  const { rows } = await service.database.pool.query(
    `select event, details->'before' as before, details->'after' as after from audit_entry
     where details->>'campaign_id' = $1 or details->>'code' = 'AUDITED' order by id`,
    [id],
  );
  const said = rows.map(({ event, before, after }) => [
    event,
    before && (before.status ?? before.active),
    after.status ?? after.active,
  ]);
  assert.deepEqual(said, [
    ['promo.saved', null, false],
    ['campaign.saved', null, 'draft'],
    ['promo.saved', false, true],
    ['campaign.saved', 'draft', 'active'],
    ['promo.saved', true, false],
    ['campaign.archived', 'active', 'archived'],
  ]);
});
