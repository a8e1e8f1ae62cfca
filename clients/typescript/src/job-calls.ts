import type { Answer, Body, Query, Request } from './answer.ts';
import type { Item } from './lists.ts';
import { poll, type Waiting } from './poll.ts';
import type { CallOptions, RouteClient } from './route-client.ts';

export type Job = Answer<'GET /api/v1/jobs/{job_id}'>;
type Created = Answer<'POST /api/v1/jobs'>;
type File = NonNullable<Request<'POST /api/v1/jobs'>['file']>;

/** Bulk jobs. */
export class JobCalls {
  readonly #client: RouteClient;

  constructor(client: RouteClient) {
    this.#client = client;
  }

  /** Starts a job with a list of profiles. With `dry_run` it only says what it would cost. */
  create(body: Body<'POST /api/v1/jobs'>, options?: CallOptions): Promise<Created> {
    return this.#client.call('POST /api/v1/jobs', { body }, options);
  }

  /** Starts a job with a file. */
  createFromFile(
    file: File,
    query: Query<'POST /api/v1/jobs'> = {},
    options?: CallOptions,
  ): Promise<Created> {
    return this.#client.call('POST /api/v1/jobs', { file, query }, options);
  }

  /** Every job, newest first. */
  list(
    query: Query<'GET /api/v1/jobs'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Item<'GET /api/v1/jobs'>, void> {
    return this.#client.items('GET /api/v1/jobs', { query }, options);
  }

  get(id: string, options?: CallOptions): Promise<Job> {
    return this.#client.call('GET /api/v1/jobs/{job_id}', { path: { job_id: id } }, options);
  }

  /** Every row of a job, with its answer. */
  items(
    id: string,
    query: Query<'GET /api/v1/jobs/{job_id}/items'> = {},
    options?: CallOptions,
  ): AsyncGenerator<Item<'GET /api/v1/jobs/{job_id}/items'>, void> {
    return this.#client.items('GET /api/v1/jobs/{job_id}/items', { path: { job_id: id }, query }, options);
  }

  /** The results as CSV, to be streamed. */
  csv(id: string, options?: CallOptions): Promise<Response> {
    return this.#client.call('GET /api/v1/jobs/{job_id}/csv', { path: { job_id: id } }, options);
  }

  cancel(id: string, options?: CallOptions): Promise<Job> {
    return this.#client.call('POST /api/v1/jobs/{job_id}/cancellation', { path: { job_id: id } }, options);
  }

  pause(id: string, options?: CallOptions): Promise<Job> {
    return this.#client.call('POST /api/v1/jobs/{job_id}/pause', { path: { job_id: id } }, options);
  }

  /** Resumes a paused job. One that spent its limit needs a higher one. */
  resume(
    id: string,
    body: Body<'POST /api/v1/jobs/{job_id}/resumption'> = {},
    options?: CallOptions,
  ): Promise<Job> {
    const path = { job_id: id };
    return this.#client.call('POST /api/v1/jobs/{job_id}/resumption', { path, body }, options);
  }

  /**
   * The job when it has ended or paused. Uses at most a quarter of the key's requests, and outlasts a restart of the service.
   * A job that ran out of credits resumes automatically once there are some: wait again.
   */
  wait(id: string, waiting: Waiting<Job> = {}): Promise<Job> {
    return poll(
      () => this.#client.callWithResponse('GET /api/v1/jobs/{job_id}', { path: { job_id: id } }, waiting),
      ({ status }) => status !== 'queued' && status !== 'running',
      waiting,
    );
  }
}
