import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestFacts, Upload } from '#core/context.ts';
import { type Door, readsBody, takesSessions } from '#core/door.ts';
import { callerAddress } from './caller-address.ts';
import { mediaType } from './read-body.ts';

/** The facts of a request that operations may use. Few ask for the signal or the upload, so both are made on demand. */
export class HttpRequestFacts implements RequestFacts {
  readonly id: string;
  readonly access: Door['access'];
  readonly takesSessions: boolean;
  readonly forLiveKeys: boolean;
  readonly isCustomersAct: boolean;
  readonly address: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly idempotencyKey: string | null;
  readonly #door: Door;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(door: Door, request: FastifyRequest, reply: FastifyReply, isCustomersAct: boolean) {
    this.id = request.id;
    this.access = door.access;
    this.takesSessions = takesSessions(door);
    this.forLiveKeys = door.forLiveKeys ?? false;
    this.isCustomersAct = isCustomersAct;
    this.address = callerAddress(request);
    this.headers = request.headers as Record<string, string | undefined>;
    this.idempotencyKey = door.method === 'POST' ? (this.headers['idempotency-key'] ?? null) : null;
    this.#door = door;
    this.#request = request;
    this.#reply = reply;
  }

  get signal(): AbortSignal {
    return abortedWith(this.#reply.raw);
  }

  get upload(): Upload | null {
    const door = this.#door;
    const request = this.#request;
    if (door.bodies === undefined) return null;
    const isTaken = !readsBody(door) || (door.fileInsteadOf && Buffer.isBuffer(request.body));
    return isTaken ? uploadOf(door, request) : null;
  }
}

/** A missing body counts as an empty one. */
const uploadOf = (door: Door, request: FastifyRequest): Upload => ({
  body: (request.body as Upload['body'] | null | undefined) ?? Buffer.alloc(0),
  contentType: mediaType(request),
  bytesMax: door.bodyBytesMax!,
});

/** Aborts when the caller disconnects before the answer is sent. */
function abortedWith(response: FastifyReply['raw']): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
