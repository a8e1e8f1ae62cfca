import { Counter, type Registry } from 'prom-client';

export type LookupEnd = { status: string; charged: number; mode: 'live' | 'test' };

/** What the service did since the process started. Labels have few values: no account, key or person is one. */
export interface Counters {
  /** A lookup has its final answer; repeats of an answer don't count. */
  lookupEnded(end: LookupEnd): void;
  /** One question to a source; `paise` is the most its vendor can have taken for it. */
  sourceAsked(source: string, outcome: string, paise: number): void;
  importRows(outcome: string, rows: number): void;
  jobEnded(job: string, outcome: 'done' | 'failed'): void;
}

export function openCounters(registry: Registry): Counters {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `contactry_${name}_total`, help, labelNames, registers: [registry] });
  const lookups = counter('lookups', 'Lookups by their final status; test keys have a mode of their own.', [
    'status',
    'mode',
  ]);
  const credits = counter('credits_charged', 'Credits that lookups were charged.', []);
  const questions = counter('source_questions', 'Questions to sources, by what came of them.', [
    'source',
    'outcome',
  ]);
  const paise = counter('source_paise', 'Paise that vendors took for questions, at most.', ['source']);
  const rows = counter('import_rows', 'Rows of imported files, by what became of them.', ['outcome']);
  const jobs = counter('jobs', 'Tries of background jobs, by how they ended.', ['job', 'outcome']);
  return {
    lookupEnded({ status, charged, mode }) {
      lookups.inc({ status, mode });
      credits.inc(charged);
    },
    sourceAsked(source, outcome, taken) {
      questions.inc({ source, outcome });
      paise.inc({ source }, taken);
    },
    importRows: (outcome, count) => rows.inc({ outcome }, count),
    jobEnded: (job, outcome) => jobs.inc({ job, outcome }),
  };
}
