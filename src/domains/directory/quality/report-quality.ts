import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { endMeasuring, startMeasuring } from './rules.ts';
import { DirectoryQuality } from './shapes.ts';
import { lastQuality } from './sql.ts';

export const reportQuality = operation({
  id: 'directory.report-quality',
  summary: "Get the quality of the directory's contacts, by source",
  description:
    'How complete the profiles are, how old their values, how many values are on several profiles, and where sources contradict each ' +
    'other. Measured in the background after an import or a removal, and within an hour after any other change, on at most 20,000 ' +
    'profiles chosen at random.',
  kind: 'query',
  atDirectory: true,
  doors: [admin('GET', '/api/v1/admin/directory/quality')],
  input: Type.Object({}),
  output: DirectoryQuality,
  errors: [],

  async run({ db }) {
    const last = await lastQuality(db);
    if (!last) return { measured_at: null, ...endMeasuring(startMeasuring(), 0) };
    return { measured_at: last.measured_at, ...last.report };
  },
});
