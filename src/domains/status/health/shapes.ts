import Type from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { BackgroundMigrationShape } from '../migrations/shapes.ts';

export const FindingShape = Type.Object(
  {
    check: Type.String({ description: 'The part of the service, such as `backup`.' }),
    state: Type.Enum(['ok', 'warning', 'fault', 'skipped'], {
      description: '`fault`: something is lost or withheld. `warning`: it works, and you should know.',
    }),
    says: Type.String({ description: 'A sentence about it.' }),
    remedy: Type.String({
      description: 'The step for an operator. Empty unless it is a warning or a fault.',
    }),
    checked_at: instant('When it was looked at.'),
  },
  { title: 'Finding' },
);

export const ProcessShape = Type.Object({
  role: Type.String({ description: '`api`, `worker`, `web` or `all`.' }),
  host: Type.String({ description: 'The name of its machine.' }),
  version: Type.String({ description: 'The version of the program. Empty until the process has said it.' }),
  takes_jobs: Type.Boolean({ description: 'Whether it runs background jobs.' }),
  is_alive: Type.Boolean({ description: 'Whether it was seen in the last 30 seconds.' }),
  disk_free_bytes: orNull(Type.Integer(), 'Free on the disk of its DATA_DIR. Null if that is not known.'),
  started_at: instant('When it started.'),
  seen_at: instant('When it was seen last.'),
});

export const HealthShape = Type.Object({
  state: Type.Enum(['ok', 'warning', 'fault'], { description: 'The worst state of all findings.' }),
  findings: Type.Array(FindingShape, { description: 'Faults first, then warnings.' }),
  processes: Type.Array(ProcessShape, {
    description: 'Processes seen in the last 24 hours, 200 at most, without those that stopped cleanly.',
  }),
  background_migrations: Type.Array(BackgroundMigrationShape, {
    description: 'Work on large tables, unfinished ones first, 50 at most.',
  }),
  outside_checked_at: instantOrNull(
    'When vendors and the certificate were asked last. Null if they never were.',
  ),
});
