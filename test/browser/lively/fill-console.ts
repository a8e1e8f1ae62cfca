import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Client } from '../../../clients/typescript/src/client.ts';
import type { Db } from '../../../src/core/context.ts';
import { raiseAlert } from '../../../src/domains/audit/index.ts';
import { givenAccount } from '../../support/kit.ts';
import { type GivenCall, givenCalls } from '../../support/usage-events.ts';
import { exampleContacts, type Parameters } from './fill-customer.ts';

/** An operator's data after some weeks. Made before the customer's, which needs the code and the people. */
export async function fillConsole(api: Client): Promise<Parameters> {
  const growth = await runCampaign(api);
  const directory = await fillDirectory(api);
  await refuseSome(api);
  await api.call('POST /api/v1/admin/operators/links', { body: { email: 'mira@operators.example.com' } });
  const { version } = await api.call('GET /api/v1/admin/platform');
  await api.call('PATCH /api/v1/admin/platform', {
    body: {
      changes: { signups_per_address_per_hour: 20 },
      reason: 'A workshop from one address',
      expected_version: version,
    },
  });
  await api.call('POST /api/v1/admin/mail-stops', {
    body: { email: 'ravi@desk.example.com', cause: 'bounced', reason: 'Mailbox does not exist' },
  });
  await changePrices(api);
  const purchase_id = await beginCheckout(api);
  return { ...growth, ...directory, source_id: 'hunter', purchase_id };
}

/** A checkout that a stranger never pays. */
async function beginCheckout(api: Client): Promise<string> {
  await api.call('POST /api/v1/billing/checkout', {
    body: { plan_id: 'growth', notify_email: 'buyer@desk.example.com' },
  });
  const { items } = await api.call('GET /api/v1/admin/billing/purchases', { query: { limit: 1 } });
  return items[0]!.id;
}

async function changePrices(api: Client): Promise<void> {
  const { entries, version } = await api.call('GET /api/v1/admin/catalogue');
  await api.call('POST /api/v1/admin/catalogue', {
    body: {
      entries: entries.map((entry) =>
        entry.id === 'enterprise' ? { ...entry, rate_limit_per_min: 400 } : entry,
      ),
      reason: 'A faster enterprise plan',
      expected_version: version,
    },
  });
  await api.call('POST /api/v1/keys/create', {
    body: { email: 'noor@desk.example.com', account_id: 'acct_noor' },
  });
  await api.call('POST /api/v1/admin/contracts', {
    body: {
      account_id: 'acct_noor',
      name: 'Enterprise',
      credits: 5_000,
      amount: 1_500_000,
      rate_limit_per_min: 400,
      mcp: true,
      priority_processing: true,
      reason: 'Agreement of November 2026',
    },
  });
}

async function runCampaign(api: Client): Promise<Parameters> {
  const code = 'DIWALI50';
  await api.call('POST /api/v1/admin/growth/promos', {
    body: { code, credits: 50, valid_days: 30, max_uses: 100, message: 'Happy Diwali!' },
  });
  const { id } = await api.call('POST /api/v1/admin/growth/campaigns', {
    body: {
      name: 'Diwali 2026',
      status: 'active',
      banner_enabled: true,
      banner_theme: 'promo',
      banner_text: `Diwali: 50 credits with ${code}.`,
      banner_href: '/app/credits',
      banner_cta: 'Redeem',
      modal_title: 'Happy Diwali!',
      modal_body: `Redeem ${code} for 50 credits.`,
    },
  });
  await api.call('POST /api/v1/admin/growth/campaigns', { body: { name: 'New year 2027', status: 'draft' } });
  return { code, campaign_id: id };
}

async function fillDirectory(api: Client): Promise<Parameters> {
  const send = (file_name: string, content: string) =>
    api.call('POST /api/v1/admin/directory/imports', {
      query: { file_name },
      file: { type: 'text/csv', content },
    });
  await send('contacts.csv', exampleContacts);
  const { id } = await send(
    'partners.csv',
    'profile_url,full_name,email\nhttps://www.linkedin.com/in/leela-example,Leela Example,leela@example.com\nno link,Kabir Example,kabir@example.com\nhttps://github.com/noor-example,Noor Example,not an address\n',
  );
  await api.call('POST /api/v1/admin/suppressions', {
    body: { email: 'meera@example.com', reason: 'Asked by letter' },
  });
  await api.call('POST /api/v1/admin/suppressions', {
    body: { profile_url: 'https://github.com/zoe-example', reason: 'Asked by phone' },
  });
  await api.call('POST /api/v1/opt-out', {
    body: { profile_url: 'https://www.linkedin.com/in/rohan-example' },
  });
  return { import_id: id! };
}

/** Locks, and sign-ups that were refused. */
async function refuseSome(api: Client): Promise<void> {
  const locks = [
    { subject_type: 'email_domain', subject: 'spam.example', reason: 'Twelve accounts in an hour' },
    { subject_type: 'ip', subject: '203.0.113.0/24', reason: 'Guessing codes' },
    { subject_type: 'email', subject: 'mallory@example.com', reason: 'Stolen cards' },
  ] as const;
  for (const body of locks) await api.call('POST /api/v1/admin/locks', { body });
  for (const email of ['kim@spam.example', 'mallory@example.com'])
    await api.call('POST /internal/identity/vet', {
      body: {
        email,
        provider: 'google',
        provider_user_id: digest(email),
        ip: '203.0.113.7',
        user_agent: 'Mozilla/5.0',
      },
    });
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 21);

const others = [
  'rohan',
  'leela',
  'kabir',
  'noor',
  'zoe',
  'jens',
  'sofia',
  'grace',
  'elif',
  'yusuf',
  'amara',
  'maria',
];

/** Other customers, a month of calls, and alerts. */
export async function fillHistory(api: Client, db: Db, accountId: string): Promise<Parameters> {
  for (const name of others)
    await api.call('POST /api/v1/keys/create', {
      body: { email: `${name}@example.com`, account_id: `acc-${name}`, credits: 120, note: 'By invoice' },
    });
  await api.call('POST /api/v1/admin/growth/credits', {
    body: { account_id: accountId, credits: 25, valid_days: 60, reason: 'For the outage in October' },
  });
  const { account } = await givenAccount(db, { accountId });
  await api.call('POST /internal/identity/whatsapp/start', {
    body: { account_id: 'acc-rohan', whatsapp: '+12025550148' },
  });
  const { account: another } = await givenAccount(db, { accountId: 'acc-rohan' });
  await givenCalls(db, [...callsOf(account, 6), ...callsOf(another, 9)]);
  await answerFromSources(db);
  await raiseAlert(db, {
    kind: 'source_breaker_open',
    subject: 'hunter',
    details: { reason: 'HTTP 503' },
  });
  await raiseAlert(db, {
    kind: 'ledger_mismatch',
    subject: 'acc-rohan',
    details: { expected: 120, found: 119 },
  });
  return { account_id: accountId };
}

/** Answers of two sources on each of the last 30 days. */
async function answerFromSources(db: Db): Promise<void> {
  await sql`
    insert into source_tally (source, day, asked, found, not_found, failed, ms, values_found, emails_found,
      phones_found, links_found, paise, credits_earned)
    select source, current_date - back, 20 + back % 7, 9 + back % 5, 10 + back % 3, 1, 9000, 15 + back % 9, 10, back % 9 * phones,
      5 + back % 9 * (1 - phones), price * (9 + back % 5), 4.5 + back % 5
    from generate_series(0, 29) back, (values ('github', 0, 0), ('hunter', 210.5, 1)) as asked (source, price, phones)`.execute(
    db,
  );
}

const hour = 3_600_000;

/** Calls of 30 days, more of them on weekdays. */
function callsOf(account: number, most: number): GivenCall[] {
  const now = Date.now();
  return Array.from({ length: 30 }, (_, back) => new Date(now - (back * 24 + 2) * hour)).flatMap(
    (at, back) => {
      const isWeekend = at.getUTCDay() % 6 === 0;
      const calls = isWeekend ? 1 : 2 + ((back * 7) % most);
      return Array.from({ length: calls }, (_, index): GivenCall => {
        const isMiss = (back + index) % 4 === 0;
        return {
          account,
          at,
          status: isMiss ? 'not_found' : 'completed',
          credits: isMiss ? 0 : 1,
          network: index % 2 ? 'github' : 'linkedin',
        };
      });
    },
  );
}
