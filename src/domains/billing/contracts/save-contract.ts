import Type from 'typebox';
import { daysAfter } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { AccountChanged, accountNames, lockAccountNamed } from '#domains/accounts/index.ts';
import {
  Contract,
  contractById,
  contractFaults,
  contractOnWire,
  contractTerms,
  endContracts,
  grantMonths,
  insertContract,
} from './contracts.ts';

/** So that a contract can be entered after it began, and no more than two months are granted at once. */
const earliestDays = 31;

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description: `${description} ISO 8601.` }));

export const saveContract = operation({
  id: 'billing.save-contract',
  summary: 'Agree on a plan with an account',
  description:
    'The account has the plan from `starts_at`: its credits are granted at the start of each month and expire at its end. A ' +
    'contract that the account has by then ends. Nothing is charged, and no invoice is issued.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/contracts')],
  roles: ['finance'],
  input: Type.Object({
    ...accountNames,
    ...contractTerms,
    starts_at: time(`When it starts. Without it, now. At most ${earliestDays} days ago.`),
    ends_at: time('When it ends, exclusive. Without it, it has no end.'),
    reason: requiredReason('The agreement in a sentence, for the other operators and the audit log.'),
  }),
  example: {
    account_id: 'acme-42',
    name: 'Enterprise',
    credits: 5_000,
    amount: 1_500_000,
    rate_limit_per_min: 300,
    mcp: true,
    priority_processing: true,
    reason: 'Agreement of November 2026',
  },
  check: contractFaults,
  output: Contract,
  errors: ['not_found'],

  async run(ctx, { starts_at, ends_at, reason, account_id, email, ...given }) {
    const now = ctx.now();
    const startsAt = starts_at === undefined ? now : new Date(starts_at);
    const endsAt = ends_at === undefined ? null : new Date(ends_at);
    if (startsAt < daysAfter(now, -earliestDays))
      failField(['starts_at'], `The start is more than ${earliestDays} days ago`);
    if (endsAt && (endsAt <= startsAt || endsAt <= now))
      failField(['ends_at'], 'The end is not after the start and after now');
    const account = await lockAccountNamed(ctx, { account_id, email });
    await endContracts(ctx.db, account.id, startsAt);
    const id = newId('con');
    const terms = { id: 'enterprise', kind: 'monthly' as const, ...given };
    await insertContract(ctx, {
      id,
      account: account.id,
      terms,
      starts_at: startsAt,
      ends_at: endsAt,
      reason,
    });
    const stored = (await contractById(ctx.db, id))!;
    const months_granted = await grantMonths(ctx, stored, now);
    ctx.afterCommit(() => ctx.ports.use(AccountChanged)(account.id));
    const contract = contractOnWire({ ...stored, months_granted });
    ctx.audit('contract.made', {
      account_id: account.account_id,
      before: null,
      after: { ...given, id, starts_at: startsAt.toISOString(), ends_at: endsAt?.toISOString() ?? null },
      reason,
    });
    return contract;
  },
});
