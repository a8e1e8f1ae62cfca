import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../support/program.ts';

export interface Answered {
  idempotencyKey: string;
  /** The lookup's id, and its whole answer. */
  id: string;
  text: string;
  wasRepeated: boolean;
}

/** Lookups and jobs that run until the load is stopped. A call that failed is repeated with its key until it is answered. */
export interface Load {
  answered: Answered[];
  jobs: { id: string; text: string }[];
  /** Calls that failed once or more. */
  failed: Set<string>;
  /** Answers that a caller must not get. */
  faults: string[];
  /** Resolves once each program has answered a lookup and a job has ended from now on. */
  worksAgain(): Promise<void>;
  stop(): Promise<void>;
}

export const profiles = ['github.com/asha-example', 'github.com/ravi-example'];
const lanesPerProgram = 8;
const pauseMs = 100;

export function startLoad(programs: readonly Program[], key: string): Load {
  let isStopping = false;
  const load: Pick<Load, 'answered' | 'jobs' | 'failed' | 'faults'> = {
    ...{ answered: [], jobs: [], failed: new Set(), faults: [] },
  };
  const waiting = new Map<Program | 'job', () => void>();
  const works = (what: Program | 'job') => waiting.get(what)?.();
  const { answered, jobs, failed, faults } = load;

  /** Null if the call fails in a way that asks for a repeat. */
  async function call(program: Program, path: string, idempotencyKey: string | null, body: object | null) {
    const answer = await program
      .call(path, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${key}`,
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      .catch(() => null);
    const text = (await answer?.text().catch(() => null)) ?? null;
    if (answer?.ok && answer.status !== 202 && text !== null) return text;
    if (answer?.ok && path !== '/api/v1/find' && text !== null) return text;
    if (answer && !answer.ok && answer.status !== 503) faults.push(`${path}: ${answer.status} ${text}`);
    return null;
  }

  async function untilAnswered(
    program: Program,
    path: string,
    idempotencyKey: string | null,
    body: object | null,
  ) {
    for (;;) {
      const text = await call(program, path, idempotencyKey, body);
      if (text !== null) return text;
      if (faults.length > 0) throw new Error(faults[0]);
      if (idempotencyKey) failed.add(idempotencyKey);
      await sleep(pauseMs);
    }
  }

  async function lane(program: Program, name: string) {
    for (let at = 0; !isStopping; at += 1) {
      const idempotencyKey = `${name}-${at}`;
      const text = await untilAnswered(program, '/api/v1/find', idempotencyKey, { profile_url: profiles[0] });
      const { id } = JSON.parse(text);
      answered.push({ idempotencyKey, id, text, wasRepeated: failed.has(idempotencyKey) });
      works(program);
    }
  }

  async function jobLane(program: Program) {
    for (let at = 0; !isStopping; at += 1) {
      const body = { profiles: profiles.map((profile_url) => ({ profile_url })) };
      const { id } = JSON.parse(await untilAnswered(program, '/api/v1/jobs', `job-${at}`, body));
      for (;;) {
        const text = await untilAnswered(program, `/api/v1/jobs/${id}`, null, null);
        const { status } = JSON.parse(text);
        if (status !== 'completed') {
          await sleep(pauseMs);
          continue;
        }
        jobs.push({ id, text });
        works('job');
        break;
      }
    }
  }

  const lanes = [
    ...programs.flatMap((program, which) =>
      Array.from({ length: lanesPerProgram }, (_, at) => lane(program, `lookup-${which}-${at}`)),
    ),
    jobLane(programs[0]!),
  ];
  const done = Promise.all(lanes).catch(() => {});
  return {
    ...load,
    async worksAgain() {
      const again = [...programs, 'job' as const].map(
        (what) => new Promise<void>((resolve) => waiting.set(what, resolve)),
      );
      await Promise.race([Promise.all(again), done]);
    },
    async stop() {
      isStopping = true;
      await done;
    },
  };
}
