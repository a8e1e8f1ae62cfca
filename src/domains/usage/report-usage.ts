import { dayMs } from '#core/clock.ts';
import { dashboard, keyOrSession } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { keyById } from '#domains/keys/index.ts';
import { usageWindow, windowBefore } from './rules.ts';
import { UsageQuery, UsageReport } from './shapes.ts';
import { reportCalls } from './sql/account-calls.ts';

export const reportUsage = operation({
  id: 'usage.report-usage',
  summary: "Get an account's usage",
  description:
    '`usage_24h` covers the last 24 hours. Everything else covers the window from `start` to `end`. Figures of a window that begins or ends within an hour of more than 10,000 calls have the whole hour.',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [keyOrSession('GET', '/api/v1/usage'), dashboard('GET', '/internal/usage/by-account/{account_id}')],
  mcp: {
    name: 'get_usage',
    scope: 'usage',
    title: 'Get the usage of credits',
    description:
      'Get lookups and credits spent between two dates: totals, one row per day, and single lookups newest first. Defaults to the last 7 days. Free.',
    isReadOnly: true,
    defaults: { limit: 10 },
    hides: ['key_id', 'mode'],
  },
  account: 'required',
  input: UsageQuery,
  example: { account_id: 'acme-42' },
  output: UsageReport,
  errors: ['not_found'],

  async run(ctx, { start, end, limit, offset, ...filters }) {
    const now = ctx.now();
    const window = usageWindow(start || undefined, end || undefined, now);
    if (!window.ok) return failField([window.field], window.why);

    const account = ctx.account.id;
    if (filters.key_id && (await keyById(ctx.db, filters.key_id))?.account !== account)
      return ctx.fail('not_found', { detail: 'This account has no such key.' });
    // Includes the newest call even if the clocks of process and database differ by a millisecond.
    const until = end ? window.end : new Date(now.getTime() + dayMs);
    const asked = { start: window.start, end: until };
    const lastDay = { start: new Date(now.getTime() - dayMs), end: new Date(now.getTime() + dayMs) };
    const spans = { lastDay, window: asked, before: windowBefore(window, now) };
    const seen = { account, mode: ctx.key?.mode === 'test' ? ('test' as const) : ('' as const) };
    const report = await reportCalls(ctx.db, seen, spans, filters, { limit, offset });
    return {
      account_id: ctx.account.account_id,
      window: { start: window.start, end: window.end },
      ...report,
      total: report.summary.requests,
      limit,
      offset,
    };
  },
});
