import Type from 'typebox';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { jobDoors, jobNamed } from '../job-named.ts';
import { itemStatuses, JobId, JobItem } from '../shapes.ts';
import { answeredItems } from './answered-items.ts';

export const listItems = operation({
  id: 'jobs.list-items',
  summary: "List a bulk job's items with their answers",
  description:
    'In the order of the input, also while the job runs. Answers are there until `results_until` of the job.',
  kind: 'query',
  share: 'reports',
  doors: jobDoors('GET', '/items'),
  mcp: {
    name: 'get_lookup_job_results',
    scope: 'jobs',
    title: 'Get the results of a bulk lookup',
    description:
      'Get the answers of a bulk lookup in pages, in the order of the input, also while it runs. Free. Give `next_cursor` as `cursor` to get the next page. Ask for `status` `completed` to skip misses.',
    isReadOnly: true,
    defaults: { limit: 10 },
  },
  account: 'required',
  showsContacts: true,
  input: Type.Object({
    job_id: JobId,
    status: Type.Optional(Type.Enum([...itemStatuses, ''], { description: 'Empty returns all.' })),
    limit: pageLimit(500, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(JobItem), next_cursor: NextCursor }),
  errors: ['not_found'],

  async run(ctx, { job_id, status, limit, cursor }) {
    const job = await jobNamed(ctx, job_id);
    const found = await answeredItems(ctx, job, {
      status: status || undefined,
      after: numberIn(cursor) ?? 0,
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ row }) => String(row));
    return { items: rows.map(({ own, ...item }) => item), next_cursor: nextCursor };
  },
});
