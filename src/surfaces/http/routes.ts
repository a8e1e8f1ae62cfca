import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodiesOf, type Door } from '#core/access.ts';
import { type Admitted, admit } from '#core/admit.ts';
import { bodyBytesMaxOf } from '#core/body-limit.ts';
import type { RequestFacts } from '#core/context.ts';
import type { Manifest } from '#core/manifest.ts';
import type { Operation } from '#core/operation.ts';
import { inputReader } from '#core/read-input.ts';
import { mayHaveBody, refusalsOf } from '#core/refusals.ts';
import { type Kernel, runOperation } from '#core/run-operation.ts';
import { liftDeadline } from './body-deadline.ts';
import { callerAddress } from './caller-address.ts';
import { pageRequest, sendPage } from './page-answer.ts';
import { mediaType, readBody, refuseTooLarge } from './read-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the gate has let the request in. */
    admitted: Admitted | null;
  }
  interface FastifyContextConfig {
    door?: Door;
    /** Every code that the route declares. */
    refusals?: ReadonlySet<string>;
  }
}

/** One route a door. Nothing is decided here: a request becomes a call, and the answer is put on the wire. */
export function addRoutes(
  server: FastifyInstance,
  { manifest, kernel, publicUrl }: { manifest: Manifest; kernel: Kernel; publicUrl: () => string },
): void {
  server.decorateRequest('admitted', null);
  server.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, payload: IncomingMessage) =>
    request.admitted ? readBody(request.admitted.request.door, request, payload) : Promise.resolve();
  server.addContentTypeParser('application/json', parse);
  server.addContentTypeParser(/^.*$/, parse);
  for (const declared of manifest.operations) {
    for (const door of declared.doors) {
      addRoute(server, { kernel, publicUrl }, declared, {
        ...door,
        bodyBytesMax: bodyBytesMaxOf(declared, door),
      });
    }
  }
}

function addRoute(
  server: FastifyInstance,
  { kernel, publicUrl }: { kernel: Kernel; publicUrl: () => string },
  declared: Operation,
  door: Door,
): void {
  const readInput = inputReader(declared, door);
  const contentType = declared.contentType ?? 'application/json; charset=utf-8';
  const takesStream = Object.values(bodiesOf(door)).includes('stream');
  server.route({
    method: door.method,
    url: door.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { door, refusals: refusalsOf(declared, door) },
    // Before the body: whoever is refused costs no memory.
    onRequest: async (request, reply) => {
      request.admitted = await admit(kernel.gate, requestFacts(door, request, reply));
      // Whatever comes along is not read: its size and its type matter to nobody.
      if (mayHaveBody(door)) refuseTooLarge(door, request);
      else delete request.headers['content-type'];
      if (takesStream) liftDeadline(request);
      if (request.headers.expect !== undefined) reply.raw.writeContinue();
    },
    handler: async (request, reply) => {
      const answer = await runOperation(kernel, declared, readInput, request.admitted!, {
        path: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body: request.body,
      });
      reply.code(answer.status).headers(answer.headers);
      if (door.page) return sendPage(reply, door.page.answer(answer.body, pageRequest(request, publicUrl())));
      reply.header('content-type', contentType);
      return answer.json ?? (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
    },
  });
}

function requestFacts(door: Door, request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const headers = request.headers as Record<string, string | undefined>;
  return {
    id: request.id,
    door,
    address: callerAddress(request),
    headers,
    idempotencyKey: headers['idempotency-key'] ?? null,
    get signal() {
      return abortedWith(reply.raw);
    },
    get body() {
      return door.bodies ? (request.body as Readable | Buffer | null) : null;
    },
    contentType: mediaType(request),
  };
}

/** Aborts when the caller hangs up before the answer is out. Made only for operations that look at it. */
function abortedWith(response: FastifyReply['raw']): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
