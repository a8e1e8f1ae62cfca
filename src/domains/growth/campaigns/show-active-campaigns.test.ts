import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
const other = await testService({ clock, database: service.database });
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => service.database.pool.query('delete from campaign'));

const path = '/api/v1/admin/growth/campaigns';
const save = (body: object) => asOperator(service, 'POST', path, { status: 'active', ...body });
const banner = (banner_text: string) => ({
  name: banner_text,
  slug: banner_text,
  banner_enabled: true,
  banner_text,
});
const active = async (on = service) => (await on.request('GET', '/api/v1/growth/active')).json();
const textsOf = async (on = service) => (await active(on)).banners.map(({ text }: { text: string }) => text);

test('an active campaign shows its banner and its popup, and nothing else about itself or its promo', async () => {
  const { id } = await save({
    ...{ name: 'Internal name', slug: 'offer', banner_enabled: true, banner_text: 'Take it with OFFER5' },
    ...{ banner_href: '/pricing', banner_cta: 'Plans', banner_bg: '#000', banner_surfaces: ['home'] },
    ...{
      modal_enabled: true,
      modal_title: 'An offer',
      modal_body: 'One\nTwo',
      modal_secondary_label: 'Later',
    },
    ...{ promo_code: 'OFFER5', promo_credits: 5, promo_max_uses: 7, promo_message: 'Thanks' },
  });
  const shown = { campaign_id: id, slug: 'offer', ends_at: '' };
  assert.deepEqual(await active(), {
    banners: [
      {
        ...{ ...shown, promo_code: 'OFFER5', text: 'Take it with OFFER5', href: '/pricing', cta: 'Plans' },
        ...{ theme: 'info', bg: '#000', fg: '', surfaces: ['home'] },
      },
    ],
    modals: [
      {
        ...{ ...shown, promo_code: null, title: 'An offer', body: 'One\nTwo', image_url: '' },
        ...{
          cta_label: '',
          cta_href: '',
          secondary_label: 'Later',
          secondary_href: '',
          audience: 'first_visit',
        },
      },
    ],
  });
});

test('neither the name nor the code of a campaign is public unless an operator announces it', async () => {
  const secret = { name: 'Acquisition of Example Ltd', promo_code: 'PARTNERS9', promo_credits: 9 };
  await save({
    ...secret,
    banner_enabled: true,
    banner_text: 'News',
    modal_enabled: true,
    modal_title: 'News',
  });
  const said = JSON.stringify(await active()).toLowerCase();
  for (const word of ['acquisition', 'example', 'partners9']) assert.ok(!said.includes(word), word);
});

test('a campaign is shown from its start to just before its end, without a change in the database', async () => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
  await save({ ...banner('timed'), starts_at: at(minuteMs), ends_at: at(2 * minuteMs) });
  const says = async (afterMs: number) => {
    clock.advance(afterMs);
    return (await textsOf()).length;
  };
  assert.deepEqual(
    [await says(minuteMs - 1), await says(1), await says(minuteMs - 1), await says(1)],
    [0, 1, 1, 0],
  );
});

test('changes are shown at once on their process, and within a second on others; drafts and archived ones never', async () => {
  assert.deepEqual(await textsOf(other), []);
  const { id } = await save(banner('changed'));
  assert.deepEqual(await textsOf(), ['changed']);
  await eventually(async () => assert.deepEqual(await textsOf(other), ['changed']));
  await save({ ...banner('changed'), status: 'draft' });
  assert.deepEqual(await textsOf(), []);
  await save(banner('changed'));
  await asOperator(service, 'POST', `${path}/${id}/archive`);
  assert.deepEqual(await textsOf(), []);
  await eventually(async () => assert.deepEqual(await textsOf(other), []));
});

test('the newest start comes first', async () => {
  await save({ ...banner('always') });
  await save({ ...banner('newer'), starts_at: '2026-02-02T00:00:00Z' });
  await save({ ...banner('older'), starts_at: '2026-01-01T00:00:00Z' });
  assert.deepEqual(await textsOf(), ['newer', 'older', 'always']);
});

test('caches may keep the answer for 30 seconds and ask again with its ETag, which a change makes another', async () => {
  await save(banner('tagged'));
  const first = await service.request('GET', '/api/v1/growth/active');
  assert.equal(first.headers['cache-control'], 'public, max-age=30');
  const ask = () =>
    service.request('GET', '/api/v1/growth/active', {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
  assert.equal((await ask()).statusCode, 304);
  await save({ ...banner('tagged'), banner_cta: 'Go', banner_href: '/' });
  assert.equal((await ask()).statusCode, 200);
});

test('it costs no statement while nothing changes', async () => {
  await save(banner('quiet'));
  // The announcement of the save itself may still be on its way.
  await eventually(async () => {
    assert.deepEqual(await textsOf(), ['quiet']);
    await service.database.pool.query('alter table campaign rename to campaign_away');
    try {
      assert.deepEqual(await textsOf(), ['quiet']);
    } finally {
      await service.database.pool.query('alter table campaign_away rename to campaign');
    }
  });
});

test('however many are active, the answer has the 50 that started last', async () => {
  await save({ ...banner('first'), starts_at: '2020-01-01T00:00:00Z' });
  await service.database.pool.query(`
    insert into campaign (id, slug, name, is_published, starts_at, display, makes_promo, created_at, updated_at, updated_by)
    select 'cmp_' || n, 'more-' || n, name, true, starts_at + n * interval '1 day', display, false, created_at, updated_at, ''
    from campaign, generate_series(1, 50) n`);
  await eventually(async () => {
    const { banners } = await active();
    assert.deepEqual([banners.length, banners[0].slug, banners.at(-1).slug], [50, 'more-50', 'more-1']);
  });
});
