import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Admitted, admit } from '#core/admit.ts';
import { agentBytesMaxOf, bodyBytesMaxOf } from '#core/body-limit.ts';
import type { RequestFacts, Upload } from '#core/context.ts';
import type { Manifest } from '#core/domain.ts';
import { type Door, mayHaveBody, readsBody, takesSessions, takesStream } from '#core/door.ts';
import { inputReader } from '#core/input.ts';
import type { Kernel } from '#core/kernel.ts';
import type { Operation } from '#core/operation.ts';
import { refusalsOf } from '#core/refusals.ts';
import { runOperation } from '#core/run-operation.ts';
import { liftDeadline } from './body-deadline.ts';
import { isCurrent } from './cached-answer.ts';
import { callerAddress } from './caller-address.ts';
import { admitExtensions } from './extension-origins.ts';
import { pageRequest, sendPage } from './page-answer.ts';
import { mediaType, readBody, refuseTooLarge } from './read-body.ts';
import { memberReader } from './read-members.ts';
import { sendAnswer } from './send-answer.ts';
import { callsUnderWay, type UntilEnd } from './under-way.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the gate has admitted the request. */
    admitted: Admitted | null;
  }
  interface FastifyContextConfig {
    door?: Door;
    /** Every error code that the route declares. */
    refusals?: ReadonlySet<string>;
  }
}

export interface RoutesOptions {
  manifest: Manifest;
  kernel: Kernel;
  publicUrl: () => string;
  /** Of browser extensions that may call the API. */
  extensionOrigins: readonly string[];
}

/** Adds one route per door. It only turns requests into calls and answers into responses. */
export function addRoutes(
  server: FastifyInstance,
  { manifest, kernel, publicUrl, extensionOrigins }: RoutesOptions,
): void {
  admitExtensions(server, { manifest, origins: extensionOrigins });
  server.decorateRequest('admitted', null);
  server.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, payload: IncomingMessage) =>
    request.admitted ? readBody(request.routeOptions.config.door!, request, payload) : Promise.resolve();
  server.addContentTypeParser('application/json', parse);
  server.addContentTypeParser(/^.*$/, parse);
  const untilEnd = callsUnderWay(server);
  const agentBytesMax = agentBytesMaxOf(manifest.operations);
  for (const declared of manifest.operations) {
    for (const door of declared.doors) {
      addRoute(server, { kernel, publicUrl, untilEnd }, declared, {
        ...door,
        bodyBytesMax: door.access === 'agent' ? agentBytesMax : bodyBytesMaxOf(declared, door),
      });
    }
  }
}

function addRoute(
  server: FastifyInstance,
  { kernel, publicUrl, untilEnd }: { kernel: Kernel; publicUrl: () => string; untilEnd: UntilEnd },
  declared: Operation,
  door: Door,
): void {
  const readInput = inputReader(declared, door.access, door.fileInsteadOf);
  const readMembers = memberReader(declared, door);
  const isStreamed = takesStream(door);
  server.route({
    method: door.method,
    url: door.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { door, refusals: refusalsOf(declared, door) },
    // Runs before the body is read, so that a refused request costs no memory.
    onRequest: async (request, reply) => {
      request.admitted = await admit(kernel.gate, requestFacts(door, request, reply));
      // If the door takes no body, ignore what was sent, including its size and type.
      if (mayHaveBody(door)) refuseTooLarge(door, request);
      else delete request.headers['content-type'];
      if (isStreamed) liftDeadline(request);
      if (request.headers.expect !== undefined) reply.raw.writeContinue();
    },
    handler: async (request, reply) => {
      const given = readMembers({
        path: request.params as Record<string, string>,
        query: request.query as Record<string, unknown>,
        body: request.body,
      });
      const answer = await untilEnd(runOperation(kernel, declared, readInput, request.admitted!, given));
      reply.code(answer.status).headers(answer.headers);
      if (door.page) return sendPage(reply, door.page.answer(answer.body, pageRequest(request, publicUrl())));
      if (door.cacheSeconds !== undefined && isCurrent(request, reply, answer, door.cacheSeconds))
        return reply.code(304).send();
      return sendAnswer(reply, declared, answer, kernel.log);
    },
  });
}

function requestFacts(door: Door, request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const headers = request.headers as Record<string, string | undefined>;
  const takesUpload = () =>
    door.bodies !== undefined && (!readsBody(door) || (door.fileInsteadOf && Buffer.isBuffer(request.body)));
  return {
    id: request.id,
    access: door.access,
    takesSessions: takesSessions(door),
    address: callerAddress(request),
    headers,
    idempotencyKey: door.method === 'POST' ? (headers['idempotency-key'] ?? null) : null,
    get signal() {
      return abortedWith(reply.raw);
    },
    get upload() {
      return takesUpload() ? uploadOf(door, request) : null;
    },
  };
}

/** A missing body counts as an empty one. */
const uploadOf = (door: Door, request: FastifyRequest): Upload => ({
  body: (request.body as Upload['body'] | null | undefined) ?? Buffer.alloc(0),
  contentType: mediaType(request),
  bytesMax: door.bodyBytesMax!,
});

/** Aborts when the caller disconnects before the answer is sent. Created only for operations that use it. */
function abortedWith(response: FastifyReply['raw']): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
