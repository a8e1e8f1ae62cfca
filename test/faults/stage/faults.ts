import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../../fuzz/dice.ts';
import type { DatabaseLine } from '../../support/database-line.ts';
import { eventually } from '../../support/eventually.ts';
import type { Service, Stage } from './open-stage.ts';

/** Does something bad, waits, and puts it right. */
export interface Fault {
  name: string;
  /** How often it comes, beside the others. */
  share: number;
  happen(): Promise<void>;
}

interface Pauses {
  /** Milliseconds that something is away. */
  short(): number;
  /** Long enough for calls to time out. */
  long(): number;
}

export const pausesBy = (dice: Dice): Pauses => ({
  short: () => 200 + dice.below(1_300),
  long: () => 1_000 + dice.below(3_000),
});

/** Processes that end and come back. */
export function deadlyFaults({ api, worker, postgres, redis }: Stage, pauses: Pauses): Fault[] {
  const killing = ({ name, program }: Service, share: number): Fault => ({
    name: `kill -9 ${name}`,
    share,
    async happen() {
      program.kill();
      await comeBack(program);
    },
  });
  return [
    ...api.map((one) => killing(one, 3)),
    killing(worker, 3),
    {
      name: 'stop PostgreSQL at once',
      share: 3,
      async happen() {
        await postgres.stopAtOnce();
        await sleep(pauses.short());
        await postgres.start();
      },
    },
    ...(redis ? [killingRedis(redis, pauses)] : []),
  ];
}

const killingRedis = (redis: NonNullable<Stage['redis']>, pauses: Pauses): Fault => ({
  name: 'kill -9 Redis',
  share: 2,
  async happen() {
    await redis.kill();
    await sleep(pauses.long());
    await redis.start();
  },
});

/** Starts it again. It may fail to start while its database is away. */
export const comeBack = (program: Service['program']): Promise<void> =>
  eventually(() => program.start(), 200);

/** Everything stays where it is, but doesn't answer. */
export function quietFaults({ api, worker, postgres, redis, redisLine }: Stage, pauses: Pauses): Fault[] {
  const freezing = (name: string, share: number, pids: () => Promise<number[]>): Fault => ({
    name: `freeze ${name}`,
    share,
    async happen() {
      const frozen = await pids();
      for (const pid of frozen) signal(pid, 'SIGSTOP');
      await sleep(pauses.long());
      for (const pid of frozen) signal(pid, 'SIGCONT');
    },
  });
  const cutting = (name: string, share: number, line: DatabaseLine): Fault => ({
    name: `cut ${name}`,
    share,
    async happen() {
      line.cut();
      await sleep(pauses.short());
      line.mend();
    },
  });
  const losing = (name: string, share: number, line: DatabaseLine): Fault => ({
    name: `lose what is sent between ${name}`,
    share,
    async happen() {
      line.freeze();
      await sleep(pauses.long());
      line.cut();
      line.thaw();
      line.mend();
    },
  });
  const services = [...api, worker];
  return [
    ...services.map(({ name, program }) => freezing(name, 2, async () => [program.pid()])),
    freezing('PostgreSQL', 1, () => postgres.pids()),
    ...services.map(({ name, database }) => cutting(`${name} from PostgreSQL`, 2, database)),
    ...services.map(({ name, database }) => losing(`${name} and PostgreSQL`, 1, database)),
    ...api.flatMap(({ name, callers }) => [
      cutting(`callers from ${name}`, 2, callers!),
      losing(`callers and ${name}`, 1, callers!),
    ]),
    ...(redis ? [freezing('Redis', 2, () => redis.pids())] : []),
    ...(redisLine
      ? [cutting('all processes from Redis', 2, redisLine), losing('all processes and Redis', 1, redisLine)]
      : []),
  ];
}

/** Null where no disk can be made for it. */
export function fullDisk({ disk, postgres }: Stage, pauses: Pauses): Fault | null {
  const { fill } = disk;
  if (!fill) return null;
  return {
    name: 'fill the disk of PostgreSQL',
    share: 2,
    async happen() {
      await fill();
      await sleep(pauses.long());
      await disk.makeRoom();
      // It ends itself where it can't write its log.
      await postgres.start();
    },
  };
}

/** A killed process is gone. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
