import Type from 'typebox';
import { admin } from '#core/access.ts';
import { fail } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { changeSettings } from '#domains/settings/index.ts';
import { reportSources, type SourceList, type SourceSettings, switchedOn } from './report.ts';
import { SourceReport } from './shapes.ts';

export const switchSource = operation({
  id: 'sources.switch-source',
  summary: 'Switch a source on or off, or say what your contract with it allows',
  description: 'Takes effect on every process within a second, without a restart.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/sources/{source_id}')],
  input: Type.Object({
    source_id: Type.String({ maxLength: 50 }),
    enabled: Type.Optional(
      Type.Boolean({ description: 'Whether it is asked, provided that it is configured.' }),
    ),
    billable: Type.Optional(
      Type.Boolean({ description: 'What your contract says: may answers be charged for?' }),
    ),
    storable: Type.Optional(Type.Boolean({ description: 'What your contract says: may answers be kept?' })),
    reason: Type.String({ minLength: 1, maxLength: 500 }),
  }),
  output: SourceReport,
  errors: ['not_found'],

  async run(ctx, { source_id, enabled, billable, storable, reason }) {
    const { sources } = ctx.ports;
    if (!sources.descriptions.some(({ id }) => id === source_id)) {
      fail('not_found', { detail: `There is no source '${source_id}'.` });
    }
    const { before, after } = await changeSettings(ctx.db, {
      reason,
      actor: ctx.actor,
      change: (current) => changesFor(sources, current, source_id, { enabled, billable, storable }),
    });
    ctx.audit('source.switched', {
      source_id,
      before: { on: switchedOn(sources, before.sources_on), terms: before.source_terms[source_id] },
      after: { on: after.sources_on, terms: after.source_terms[source_id] },
      reason,
    });
    const items = await reportSources(ctx.db, sources, after);
    return items.find(({ id }) => id === source_id)!;
  },
});

interface Wanted {
  enabled?: boolean;
  billable?: boolean;
  storable?: boolean;
}

function changesFor(list: SourceList, current: SourceSettings, id: string, { enabled, ...terms }: Wanted) {
  const on = switchedOn(list, current.sources_on);
  const others = on.filter((other) => other !== id);
  const said = Object.entries(terms).filter(([, value]) => value !== undefined);
  return {
    sources_on: (enabled ?? on.includes(id)) ? [...others, id] : others,
    source_terms: {
      ...current.source_terms,
      [id]: { ...current.source_terms[id], ...Object.fromEntries(said) },
    },
  };
}
