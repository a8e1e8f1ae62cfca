import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf, type States } from '#web/shared/values/badge.tsx';
import type { Health } from './health.tsx';

type Migration = Health['background_migrations'][number];

const MigrationState = badgeOf({
  running: ['Running', 'good'],
  failing: ['Failing', 'bad'],
  waiting: ['Waiting', 'plain'],
  paused: ['Paused', 'warn'],
  finished: ['Finished', 'plain'],
} satisfies States<Migration['state'] | 'failing'>);

const reasons: Readonly<Record<NonNullable<Migration['waits_for']>, string>> = {
  lookups: 'slow lookups',
  locks: 'rows in use',
  error: 'an error, see the log of the worker',
};

const whole = new Intl.NumberFormat('en');

function rowsOf({ state, pass, rows_done, rows_about }: Migration) {
  if (state === 'finished') return whole.format(rows_done);
  const percent = Math.floor((100 * rows_done) / Math.max(1, rows_about));
  return (
    <>
      {`${whole.format(rows_done)} of ${whole.format(rows_about)}`}
      <div class="small">{`${percent}%${pass > 1 ? ` of pass ${pass}` : ''}`}</div>
    </>
  );
}

/** Background migrations, with buttons. Empty if no release has left any. */
export function Migrations({ of, onChange }: { of: readonly Migration[]; onChange: () => unknown }) {
  if (of.length === 0) return null;
  const pause = async ({ id }: Migration, paused: boolean) => {
    await api.call('PATCH /api/v1/admin/health/migrations/{migration}', {
      path: { migration: id },
      body: { paused },
    });
    await onChange();
  };
  return (
    <Card title="Background migrations">
      <Table
        label="Background migrations"
        items={of}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Migration', cell: ({ id }) => id },
          {
            title: 'State',
            cell: ({ state, waits_for }) => (
              <MigrationState of={state === 'running' && waits_for === 'error' ? 'failing' : state} />
            ),
          },
          {
            title: 'Held up by',
            isNamed: true,
            cell: ({ state, waits_for }) =>
              state === 'waiting' ? 'the one before it' : waits_for ? reasons[waits_for] : '–',
          },
          { title: 'Rows', isNumber: true, cell: rowsOf },
          {
            title: 'Rows/s',
            isNumber: true,
            cell: ({ state, rows_per_second }) => (state === 'running' ? whole.format(rows_per_second) : '–'),
          },
          {
            title: 'Last batch',
            cell: ({ pass, rows_done, moved_at }) =>
              pass === 1 && rows_done === 0 ? '–' : <Ago at={moved_at} />,
          },
          {
            title: 'Action',
            cell: (one) =>
              one.state === 'running' || one.state === 'waiting' ? (
                <Action label="Pause" run={() => pause(one, true)} />
              ) : (
                <Action
                  label={one.state === 'paused' ? 'Continue' : 'Run again'}
                  run={() => pause(one, false)}
                />
              ),
          },
        ]}
      />
    </Card>
  );
}
