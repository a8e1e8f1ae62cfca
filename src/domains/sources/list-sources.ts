import Type from 'typebox';
import { admin } from '#core/access.ts';
import { operation } from '#core/operation.ts';
import { reportSources } from './report.ts';
import { SourceReport } from './shapes.ts';

export const listSources = operation({
  id: 'sources.list-sources',
  summary: 'Show each source: whether it is asked, how it does, what it costs',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/sources')],
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(SourceReport) }),
  errors: [],

  async run({ db, ports: { sources, settings } }) {
    return { items: await reportSources(db, sources, settings.current()) };
  },
});
