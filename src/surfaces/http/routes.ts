import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalsOf } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import { type Door, mayHaveBody, takesStream } from '#core/door.ts';
import { agentBytesMaxOf, bodyBytesMaxOf } from '#core/input/body-limit.ts';
import { inputReader } from '#core/input/input.ts';
import type { Kernel } from '#core/kernel.ts';
import { isCustomersAct, type Operation } from '#core/operation.ts';
import { type Admitted, admit } from '#core/running/admit.ts';
import { runOperation } from '#core/running/run-operation.ts';
import type { Look } from '../html-document.ts';
import { isCurrent } from './answer/cached-answer.ts';
import { pageRequest, sendPage } from './answer/page-answer.ts';
import { sendAnswer } from './answer/send-answer.ts';
import { type AllowedOrigins, admitOrigins } from './request/allowed-origins.ts';
import { liftDeadline } from './request/body-deadline.ts';
import { readBody, refuseTooLarge } from './request/read-body.ts';
import { memberReader } from './request/read-members.ts';
import { HttpRequestFacts } from './request/request-facts.ts';
import { type CallsUnderWay, callsUnderWay } from './under-way.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the gate has admitted the request. */
    admitted: Admitted | null;
    /** Null for what isn't an operation. */
    door: Door | null;
  }
  interface FastifyContextConfig {
    door?: Door;
    /** Every error code that the route declares. */
    refusals?: ReadonlySet<string>;
    /** The operation's id. */
    operation?: string;
  }
}

export interface RoutesOptions {
  manifest: Manifest;
  kernel: Kernel;
  publicUrl: () => string;
  look: () => Promise<Look>;
  origins: AllowedOrigins;
}

/** Adds one route per door. It only turns requests into calls and answers into responses. */
export function addRoutes(
  server: FastifyInstance,
  { manifest, kernel, publicUrl, look, origins }: RoutesOptions,
): void {
  admitOrigins(server, { manifest, origins });
  server.decorateRequest('admitted', null);
  server.decorateRequest('door', null);
  server.removeAllContentTypeParsers();
  const parse = (request: FastifyRequest, payload: IncomingMessage) =>
    request.admitted && request.door
      ? readBody(request.door, request, payload, kernel.gate)
      : Promise.resolve();
  server.addContentTypeParser('application/json', parse);
  server.addContentTypeParser(/^.*$/, parse);
  const underWay = callsUnderWay(server);
  const agentBytesMax = agentBytesMaxOf(manifest.operations);
  for (const declared of manifest.operations) {
    for (const door of declared.doors) {
      addRoute(server, { kernel, publicUrl, look, underWay }, declared, {
        ...door,
        bodyBytesMax: door.access === 'agent' ? agentBytesMax : bodyBytesMaxOf(declared, door),
      });
    }
  }
}

function addRoute(
  server: FastifyInstance,
  {
    kernel,
    publicUrl,
    look,
    underWay,
  }: Pick<RoutesOptions, 'kernel' | 'publicUrl' | 'look'> & { underWay: CallsUnderWay },
  declared: Operation,
  door: Door,
): void {
  const readInput = inputReader(declared, door.access, door.fileInsteadOf);
  const readMembers = memberReader(declared, door);
  const isStreamed = takesStream(door);
  const isAct = isCustomersAct(declared, door);
  const url = door.path.replace(/\{(\w+)\}/g, ':$1');
  const route = `${door.method} ${url}`;
  server.route({
    method: door.method,
    url,
    config: { door, refusals: refusalsOf(declared, door), operation: declared.id },
    // Runs before the body is read, so that a refused request costs no memory.
    onRequest: async (request, reply) => {
      request.door = door;
      request.route = request.method === door.method ? route : `${request.method} ${url}`;
      request.admitted = await admit(kernel.gate, new HttpRequestFacts(door, request, reply, isAct));
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
      underWay.began();
      try {
        const answer = await runOperation(kernel, declared, readInput, request.admitted!, given);
        reply.code(answer.status).headers(answer.headers);
        if (door.page)
          return sendPage(reply, door.page.answer(answer.body, pageRequest(request, publicUrl())), look);
        if (door.cacheSeconds !== undefined && isCurrent(request, reply, answer, door.cacheSeconds)) {
          reply.code(304);
          // The length in an answer to HEAD is that of the body, which isn't sent.
          if (request.method !== 'HEAD') return reply.send();
        }
        return sendAnswer(reply, declared, answer, kernel.log);
      } finally {
        underWay.ended();
      }
    },
  });
}
