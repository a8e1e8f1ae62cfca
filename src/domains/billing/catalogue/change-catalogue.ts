import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField, MemberFailure } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { type CatalogueEntry, defaultEntries } from '../plans.ts';
import { applyCatalogue } from './plans-in-force.ts';
import { changesBetween, faultsOfEntries } from './rules.ts';
import { ChangedCatalogue, entries, Version } from './shapes.ts';
import { type Catalogue, insertVersion, lockCatalogue, readCatalogue } from './versions.ts';

export const changeCatalogue = operation({
  id: 'billing.change-catalogue',
  summary: 'Change plans, packs and prices',
  description:
    'Send the whole catalogue as it shall be. It takes effect now, or at `effective_at`. Accounts keep what they have bought, at ' +
    'the price they bought it for, until they buy something else. An entry that was in the catalogue stays in it; to stop selling ' +
    'it, set its `cta` to `none`. While a change waits for its time, there is no other.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/catalogue', { bodyBytesMax: 128 * 1024 })],
  roles: [],
  input: Type.Object({
    entries,
    effective_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When it takes effect. ISO 8601. Without it, now.',
        examples: ['2027-04-01T00:00:00+05:30'],
      }),
    ),
    reason: requiredReason('The reason, for the history and the audit log.'),
    expected_version: Version('The `version` that you read. A newer one is a `version_conflict`.'),
  }),
  example: { entries: [...defaultEntries], reason: 'Prices of 2027', expected_version: 0 },
  output: ChangedCatalogue,
  errors: ['version_conflict', 'catalogue_change_waiting'],

  async run(ctx, { entries: wanted, effective_at, reason, expected_version }) {
    const now = ctx.now();
    const effectiveAt = effective_at === undefined ? now : new Date(effective_at);
    if (effectiveAt < now) return failField(['effective_at'], 'The time is in the past', 'value_error');
    return putInForce(ctx, { reason, effectiveAt, expected: expected_version, change: () => wanted });
  },
});

type Changing = Context<'version_conflict' | 'catalogue_change_waiting'>;

interface Wanted {
  reason: string;
  effectiveAt: Date;
  /** The version that the operator read. */
  expected: number | undefined;
  change(current: Catalogue): readonly CatalogueEntry[];
}

/** Makes a new version, unless it would change nothing. */
export async function putInForce(
  ctx: Changing,
  { reason, effectiveAt, expected, change }: Wanted,
): Promise<Static<typeof ChangedCatalogue>> {
  await lockCatalogue(ctx.db);
  const current = await readCatalogue(ctx.db, ctx.now());
  const { version: inForce, waiting } = current;
  if (expected !== undefined && expected !== inForce)
    return ctx.fail('version_conflict', { members: { current_version: inForce } });
  if (waiting) {
    const { version, effective_at } = waiting;
    return ctx.fail('catalogue_change_waiting', { members: { version, effective_at } });
  }
  const wanted = change(current);
  const faults = faultsOfEntries(wanted, current.entries);
  if (faults.length > 0) throw new MemberFailure(faults);
  const changes = changesBetween(current.entries, wanted);
  const isChange = changes.length > 0;
  const version = isChange
    ? await insertVersion(ctx, { entries: wanted, changes, reason, effective_at: effectiveAt })
    : inForce;
  await applyCatalogue(ctx);
  ctx.audit('catalogue.changed', {
    before: { version: inForce },
    after: { version },
    changes,
    effective_at: effectiveAt.toISOString(),
    reason,
  });
  return { version, changes, effective_at: isChange ? effectiveAt : null };
}
