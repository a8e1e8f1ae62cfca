import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { orNull, requiredReason } from '#core/shapes.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { endVendorAlerts } from './asking/vendor-alerts.ts';
import { reportSources, type SourceSettings } from './report.ts';
import type { AgreedTerms } from './settings.ts';
import { SourceReport } from './shapes.ts';
import { SourceList, switchedOn } from './source-list.ts';

export const switchSource = operation({
  id: 'sources.switch-source',
  summary: "Enable or disable a source, or record your contract's terms",
  description:
    'Takes effect on every process within a second, without a restart. The first `enabled` copies `SOURCES` into the setting ' +
    '`sources_on`, which takes precedence over `SOURCES` from then on.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/sources/{source_id}')],
  roles: [],
  input: Type.Object({
    source_id: Type.String({ maxLength: 50 }),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether to ask the source. It also has to be configured.' }),
    ),
    billable: Type.Optional(
      Type.Boolean({ description: 'Whether your contract lets you charge for answers.' }),
    ),
    storable: Type.Optional(Type.Boolean({ description: 'Whether your contract lets you store answers.' })),
    call_paise: Type.Optional(
      orNull(
        Type.Integer({ minimum: 0, maximum: 100_000_000 }),
        'Your contract’s price per call in paise, whatever the outcome. Null if you pay by the vendor’s credits.',
      ),
    ),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { enabled: false, source_id: 'gravatar', reason: 'Its answers are old' },
  output: SourceReport,
  errors: ['not_found'],

  async run(ctx, { source_id, reason, ...wanted }) {
    const sources = ctx.ports.use(SourceList);
    if (Object.values(wanted).every((value) => value === undefined))
      failField([], 'Send at least one of enabled, billable, storable and call_paise.');
    if (!sources.descriptions.some(({ id }) => id === source_id)) {
      return ctx.fail('not_found', { detail: `No source '${source_id}' exists.` });
    }
    const { before, after } = await ctx.ports.use(SettingsInForce).change(ctx.db, {
      reason,
      actor: ctx.actor,
      change: ({ values }) => changesFor(sources, values, source_id, wanted),
    });
    ctx.audit('source.switched', {
      source_id,
      before: { on: switchedOn(sources, before.sources_on), terms: before.source_terms[source_id] },
      after: { on: switchedOn(sources, after.sources_on), terms: after.source_terms[source_id] },
      reason,
    });
    if (wanted.enabled === false) await endVendorAlerts(ctx.db, source_id);
    const items = await reportSources(ctx.db, sources, after);
    return items.find(({ id }) => id === source_id)!;
  },
});

interface Wanted extends Omit<AgreedTerms, 'call_paise'> {
  enabled?: boolean;
  call_paise?: number | null;
}

/** Terms leave `sources_on` alone, so that they don't freeze what SOURCES says. */
function changesFor(list: SourceList, current: SourceSettings, id: string, { enabled, ...terms }: Wanted) {
  const others = switchedOn(list, current.sources_on).filter((other) => other !== id);
  const said = Object.entries(terms).filter(([, value]) => value !== undefined);
  const agreed = Object.entries({ ...current.source_terms[id], ...Object.fromEntries(said) });
  const itsTerms: AgreedTerms = Object.fromEntries(agreed.filter(([, value]) => value !== null));
  return {
    ...(enabled === undefined ? {} : { sources_on: enabled ? [...others, id] : others }),
    ...(said.length === 0 ? {} : { source_terms: { ...current.source_terms, [id]: itsTerms } }),
  };
}
