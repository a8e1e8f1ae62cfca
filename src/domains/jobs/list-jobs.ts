import Type from 'typebox';
import { dayMs } from '#core/clock.ts';
import { dashboard, keyOrSession } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { readInstant } from '#core/input/read-instant.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { jobIdOf, jobKeyOf } from './rules.ts';
import { Job, jobStatuses, surfaces } from './shapes.ts';
import { jobOf, jobsOf } from './sql/jobs.ts';

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

export const listJobs = operation({
  id: 'jobs.list-jobs',
  summary: 'List bulk jobs, newest first',
  kind: 'query',
  doors: [keyOrSession('GET', '/api/v1/jobs'), dashboard('GET', '/internal/jobs/{account_id}')],
  mcp: {
    name: 'list_lookup_jobs',
    scope: 'jobs',
    title: 'List bulk lookups',
    description: 'List the bulk lookups of the account, newest first, with their status and counts. Free.',
    isReadOnly: true,
    defaults: { limit: 10 },
  },
  account: 'required',
  input: Type.Object({
    status: Type.Optional(Type.Enum([...jobStatuses, ''], { description: 'Empty returns all.' })),
    opened_from: Type.Optional(Type.Enum([...surfaces, ''], { description: 'Empty returns all.' })),
    created_from: time('ISO 8601 date or time, in UTC unless it has an offset. Inclusive.'),
    created_to: time('ISO 8601 date (includes the whole day) or time (exclusive).'),
    limit: pageLimit(100, 50),
    cursor: Cursor,
  }),
  example: { created_from: '2026-01-01', status: 'completed' },
  output: Type.Object({ items: Type.Array(Job), next_cursor: NextCursor }),

  async run(ctx, { status, opened_from, created_from, created_to, limit, cursor }) {
    const found = await jobsOf(ctx.db, ctx.account.id, {
      status: status || undefined,
      openedFrom: opened_from || undefined,
      from: instantOf('created_from', created_from, 0),
      to: instantOf('created_to', created_to, dayMs),
      isTest: ctx.key && ctx.key.mode === 'test',
      before: cursor === undefined ? null : (jobKeyOf(cursor) ?? notOfThisList()),
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => jobIdOf(id));
    return { items: rows.map(jobOf), next_cursor: nextCursor };
  },
});

/** Null for an empty filter. */
function instantOf(member: string, text: string | undefined, dateShiftMs: number): Date | null {
  if (!text) return null;
  return (
    readInstant(text, dateShiftMs) ??
    failField(
      [member],
      'Input should be an ISO 8601 date or time, such as 2026-11-23 or 2026-11-23T09:30:00Z',
    )
  );
}

const notOfThisList = () => failField(['cursor'], 'This cursor does not belong to the list');
