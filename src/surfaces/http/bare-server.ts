import Fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { Manifest } from '#core/domain.ts';
import { openSequence } from '#core/ids.ts';
import type { Look } from '../html-document.ts';
import { notFound } from './answer/not-found.ts';
import { problemSender } from './answer/problem.ts';
import {
  answerOddRequests,
  headerTimes,
  isCutOff,
  limitConnections,
  limitPipelining,
  refuseOddRequest,
} from './connections.ts';
import { addBodyDeadlines, cutRest, giveDeadline } from './request/body-deadline.ts';
import { firstForwarded, plainForwardedFor, unknownProxyWarning } from './request/caller-address.ts';
import { addressOptions } from './request/readable-address.ts';
import { followTraces, logRequests, logUnrouted, type RequestLogOptions } from './request/request-log.ts';
import { safeHeaders, unreadableRequest } from './request/unreadable-request.ts';
import { addStop, closingAnswers } from './stop-serving.ts';

export interface BareServerOptions extends RequestLogOptions {
  manifest: Manifest;
  publicUrl: () => string;
  look: () => Promise<Look>;
  clock: Clock;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
  /** Addresses or CIDRs whose X-Forwarded-For is trusted, from right to left. */
  trustedProxies: string[];
  /** Whether a caller proves with the internal secret that it may name the person's address. */
  isPagesServer(secret: string | string[] | undefined): boolean;
  /** Maximum number of open connections. New ones beyond it are closed. */
  connectionsMax: number;
  /** For tests: see `ProblemOptions`. */
  declaredOnly: boolean;
}

const requestIdForm = /^[\w.:-]{1,128}$/;

/** A server without routes: it names requests, logs them, refuses what is not HTTP, and answers errors with problem documents. */
export function openBareServer(options: BareServerOptions): FastifyInstance {
  const { manifest, log, clock, publicUrl, trustedProxies, connectionsMax } = options;
  const sendProblem = problemSender(options);
  const nextRequestId = openSequence();
  const lastAnswers = closingAnswers();
  const server = Fastify({
    logger: false,
    // A missing `Host` gets a problem document instead.
    http: { requireHostHeader: false, ServerResponse: lastAnswers.Response, ...headerTimes },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdForm.test(given) ? given : nextRequestId();
    },
    ...addressOptions,
    forceCloseConnections: false,
    return503OnClosing: false,
    // Imports have no time limit. Every other body has its own deadline.
    requestTimeout: 0,
    // A request without a route has passed no hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(safeHeaders).header('X-Request-Id', request.id);
      giveDeadline(request, reply);
      reply.raw.once('finish', () => {
        cutRest(request);
        logUnrouted(request, reply, log);
      });
      sendProblem(error, request, reply);
    },
    clientErrorHandler: unreadableRequest({ manifest, publicUrl, log }),
  });
  server.setErrorHandler(sendProblem);
  server.setNotFoundHandler(notFound(manifest));
  server.addHook('onRequest', (request, reply, done) => {
    if (isCutOff(request)) reply.hijack();
    else done();
  });
  followTraces(server, options.tracer);
  server.decorateRequest('personAddress', null);
  addBodyDeadlines(server, options.stopping);
  const warnOfProxy = unknownProxyWarning(trustedProxies, log);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(safeHeaders).header('X-Request-Id', request.id);
    const forwardedFor = request.headers['x-forwarded-for'];
    if (forwardedFor) request.headers['x-forwarded-for'] = plainForwardedFor(String(forwardedFor));
    if (options.isPagesServer(request.headers['x-internal-secret']))
      request.personAddress = firstForwarded(request.headers['x-forwarded-for']?.toString());
    else warnOfProxy(request);
    refuseOddRequest(request);
    done();
  });
  logRequests(server, options);
  limitPipelining(server);
  limitConnections(server, { connectionsMax, clock, log });
  answerOddRequests(server, { manifest, publicUrl, log });
  addStop(server, lastAnswers);
  return server;
}
