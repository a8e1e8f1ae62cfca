import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import type { SettingDefinitions } from '#core/parts/setting.ts';
import { orNull, text } from '#core/shapes.ts';
import { isOutdated, releaseMonth } from '#values/postgresql-releases.ts';
import { SettingsInForce } from './settings-in-force.ts';
import { Setting, SettingChange } from './shapes.ts';
import { type Changes, serverVersion, versionsBefore } from './sql.ts';

export const showSettings = operation({
  id: 'settings.show-settings',
  summary: 'List the settings and the history of their changes',
  description:
    'Every setting with its value in force, its default and what it decides. `limit` and `cursor` page the history, newest first.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/platform')],
  input: Type.Object({ limit: pageLimit(1000, 50), cursor: NumberCursor }),
  output: Type.Object({
    version: Type.Integer({ description: 'The version in force. 0 before the first change.' }),
    database: Type.Object(
      {
        version: text('The version of PostgreSQL that runs, such as `18.4`.'),
        released: orNull(
          Type.String(),
          'The month of that release, such as `2026-05`. Null if this release of Contactry does not know it.',
        ),
        is_outdated: Type.Boolean({
          description:
            'Whether newer minor releases, most with fixes for vulnerabilities, must be out by now.',
        }),
      },
      { description: 'The PostgreSQL that runs.' },
    ),
    settings: Type.Array(Setting, { description: 'All settings with their values.' }),
    history: Type.Array(SettingChange, { description: 'Changes, newest first.' }),
    next_cursor: NextCursor,
  }),

  async run(ctx, { limit, cursor }) {
    const { definitions, read } = ctx.ports.use(SettingsInForce);
    const [{ version, values }, server, found] = await Promise.all([
      read(ctx.db),
      serverVersion(ctx.db),
      versionsBefore(ctx.db, numberIn(cursor), limit + 1),
    ]);
    const { rows, nextCursor } = pageOf(found, limit, (last) => String(last.version));
    return {
      version,
      database: {
        version: server,
        released: releaseMonth(server),
        is_outdated: isOutdated(server, ctx.now()),
      },
      settings: settingsOnWire(definitions, values as unknown as Changes),
      history: rows.map((row) => ({ ...row, changes: withDefaults(definitions, row.changes) })),
      next_cursor: nextCursor,
    };
  },
});

const settingsOnWire = (definitions: SettingDefinitions, values: Changes): Setting[] =>
  Object.entries(definitions).map(([name, { shape, default: fallback, unit, effect, doc, group = '' }]) => ({
    ...{ name, group, value: values[name], default: fallback, unit, effect, doc },
    schema: shape as unknown as Record<string, unknown>,
  }));

/** A stored null means the default, and is shown as it. */
const withDefaults = (definitions: SettingDefinitions, changes: Changes): Changes =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value ?? definitions[name]?.default ?? null]),
  );
