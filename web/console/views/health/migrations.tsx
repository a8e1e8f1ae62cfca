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
  paused: ['Paused', 'warn'],
  finished: ['Finished', 'plain'],
} satisfies States<Migration['state']>);

const waits: Readonly<Record<NonNullable<Migration['waits_for']>, string>> = {
  lookups: 'Slowed: lookups take longer than usual',
  locks: 'Waits for rows in use',
  error: 'Failed; the log says why',
};

const whole = new Intl.NumberFormat('en');

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
              <>
                <MigrationState of={state} />
                {waits_for && <div class="small">{waits[waits_for]}</div>}
              </>
            ),
          },
          {
            title: 'Rows',
            isNumber: true,
            cell: ({ rows_done, rows_about }) => `${whole.format(rows_done)} of ${whole.format(rows_about)}`,
          },
          { title: 'Rows/s', isNumber: true, cell: ({ rows_per_second }) => whole.format(rows_per_second) },
          { title: 'Last batch', cell: ({ moved_at }) => <Ago at={moved_at} /> },
          {
            title: '',
            cell: (one) =>
              one.state === 'running' ? (
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
