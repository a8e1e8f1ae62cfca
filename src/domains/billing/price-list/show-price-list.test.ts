import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service?.[Symbol.asyncDispose]());

const priceList = async (of: TestService = service) => (await of.request('GET', '/api/pricing')).json();

/** id, kind, credits, amount, amount_display, rate_limit_per_min, mcp, highlighted: as published. */
const published = {
  monthly_plans: [
    ['starter', 'monthly', 20, 9_900, '₹99', 20, true, false],
    ['growth', 'monthly', 80, 39_900, '₹399', 60, true, true],
    ['scale', 'monthly', 200, 99_900, '₹999', 120, true, false],
  ],
  topup_packs: [
    ['topup_20', 'topup', 20, 10_000, '₹100', 60, false, false],
    ['topup_100', 'topup', 100, 50_000, '₹500', 60, false, false],
    ['topup_500', 'topup', 500, 250_000, '₹2,500', 60, false, false],
    ['topup_2000', 'topup', 2_000, 1_000_000, '₹10,000', 60, false, false],
  ],
} as const;

for (const [member, rows] of Object.entries(published)) {
  test(`${member} has the published entries, in order`, async () => {
    // biome-ignore lint/suspicious/noExplicitAny: a parsed answer
    const entries: any[] = (await priceList())[member];
    const shown = entries.map((entry) => [
      entry.id,
      entry.kind,
      entry.credits,
      entry.amount,
      entry.amount_display,
      entry.rate_limit_per_min,
      entry.mcp,
      entry.highlighted,
    ]);
    assert.deepEqual(shown, rows);
    for (const { currency, public: listed, cta, priority_processing, name, description } of entries) {
      assert.deepEqual([currency, listed, cta, priority_processing], ['INR', true, 'checkout', false]);
      assert.ok(name && description);
    }
  });
}

test('enterprise is among all monthly plans, at 300 a minute in the priority lane, by agreement', async () => {
  const { all_monthly_plans } = await priceList();
  assert.deepEqual(
    all_monthly_plans.map(({ id }: { id: string }) => id),
    ['starter', 'growth', 'scale', 'enterprise'],
  );
  const { rate_limit_per_min, mcp, priority_processing, public: listed, cta } = all_monthly_plans[3];
  assert.deepEqual(
    [rate_limit_per_min, mcp, priority_processing, listed, cta],
    [300, true, true, false, 'contact'],
  );
});

test('the document has the published members and values', async () => {
  const { credit_costs, comparison, ...list } = await priceList();
  assert.deepEqual(Object.keys({ credit_costs, comparison, ...list }).sort(), [
    'all_monthly_plans',
    'comparison',
    'contact',
    'copy',
    'credit_costs',
    'currency',
    'faqs',
    'mcp_plan_ids',
    'monthly_plans',
    'notes',
    'price_per_credit',
    'price_per_credit_display',
    'topup_packs',
  ]);
  assert.deepEqual([list.currency, list.price_per_credit, list.price_per_credit_display], ['INR', 500, '₹5']);
  assert.deepEqual(list.mcp_plan_ids, ['enterprise', 'growth', 'scale', 'starter']);
  assert.deepEqual(
    comparison.map(({ id }: { id: string }) => id),
    ['credits', 'rate_limit', 'rest_api', 'dashboard', 'mcp'],
  );
  const { note, ...costs } = credit_costs;
  assert.deepEqual(costs, {
    contact_find: 1,
    social_links_per_link: 0,
    social_bulk_bonus: 0,
    company_email: 0,
    verify_email: 0,
  });
  assert.ok(note);
});

test('copy and notes have every key, each with a text', async () => {
  const { copy, notes, faqs } = await priceList();
  assert.deepEqual(Object.keys(copy).sort(), [
    'ai_docs_plans',
    'billing_shop_blurb',
    'from_price',
    'homepage_pricing_blurb',
    'inr_feature',
    'mcp_account_off',
    'mcp_gate',
    'mcp_revoked',
    'mcp_unavailable',
    'monthly_amounts',
    'monthly_line',
    'og_subtitle',
    'pricing_intro',
    'pricing_page_description',
    'rate_limit_summary',
    'seo_description',
    'unpaid_gate',
    'unpaid_overview',
  ]);
  assert.deepEqual(Object.keys(notes).sort(), [
    'cancel',
    'free_plan',
    'mcp',
    'monthly_credits',
    'no_refund',
    'priority_processing',
    'spend_order',
    'topup_credits',
    'topup_requires_plan',
    'upgrade',
  ]);
  for (const text of [...Object.values<string>(copy), ...Object.values<string>(notes)]) {
    assert.match(text, /^[A-Z].{10,}/);
    assert.doesNotMatch(text, /undefined|NaN|\$\{|TODO/);
  }
  assert.equal(copy.monthly_amounts, 'Starter ₹99, Growth ₹399 and Scale ₹999 a month');
  assert.equal(
    copy.rate_limit_summary,
    'Requests per minute, shared by the live keys that you create: Starter 20, Growth 60 and Scale 120.',
  );
  for (const { question, answer } of faqs) assert.ok(question.endsWith('?') && answer.endsWith('.'));
});

test('both doors give the same document', async () => {
  const [one, other] = await Promise.all(
    ['/api/pricing', '/api/v1/billing/plans'].map((path) => service.request('GET', path)),
  );
  assert.equal(one!.body, other!.body);
  assert.equal(one!.headers.etag, other!.headers.etag);
});

test('an answer may be cached for five minutes, and its ETag gets 304 without a body', async () => {
  const first = await service.request('GET', '/api/pricing');
  assert.equal(first.headers['cache-control'], 'public, max-age=300');
  const etag = String(first.headers.etag);
  for (const known of [etag, `W/${etag}`, `"older", ${etag}`, '*']) {
    const again = await service.request('GET', '/api/pricing', { headers: { 'if-none-match': known } });
    assert.equal(again.statusCode, 304, known);
    assert.equal(again.body, '');
    assert.deepEqual([again.headers.etag, again.headers['cache-control']], [etag, 'public, max-age=300']);
    const head = await service.request('HEAD', '/api/pricing', { headers: { 'if-none-match': known } });
    const length = String(first.rawPayload.length);
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [304, '', length]);
  }
  for (const known of ['"older"', etag.slice(1, -1), '']) {
    const again = await service.request('GET', '/api/pricing', { headers: { 'if-none-match': known } });
    assert.equal(again.statusCode, 200, known);
  }
});

for (const [environment, contact] of [
  [{}, { email: '', phone: '', phone_e164: '', href: '', label: 'Ask the operator of this service' }],
  [
    { PUBLIC_URL: 'https://contacts.example.com' },
    { email: '', phone: '', phone_e164: '', href: 'https://contacts.example.com', label: 'Contact us' },
  ],
  [
    { SALES_PHONE: '+1 212 555 0143' },
    {
      email: '',
      phone: '+1 212 555 0143',
      phone_e164: '+12125550143',
      href: 'tel:+12125550143',
      label: 'Call +1 212 555 0143',
    },
  ],
  [
    { SALES_EMAIL: 'Sales@Example.com', SALES_PHONE: '+1 212 555 0143', CONTACT_URL: 'https://example.com' },
    {
      email: 'sales@example.com',
      phone: '+1 212 555 0143',
      phone_e164: '+12125550143',
      href: 'mailto:sales@example.com',
      label: 'Write to sales@example.com',
    },
  ],
] as const) {
  test(`with ${Object.keys(environment).join(' and ') || 'nothing'} set, the contact is '${contact.label}'`, async () => {
    await using configured = await testService({ environment });
    assert.deepEqual((await priceList(configured)).contact, contact);
  });
}
