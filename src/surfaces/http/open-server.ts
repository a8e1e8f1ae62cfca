import Fastify, { type FastifyInstance } from 'fastify';
import { openSequence } from '#core/ids.ts';
import type { Kernel } from '#core/kernel.ts';
import { addBodyDeadlines, cutRest, giveDeadline } from './body-deadline.ts';
import { plainForwardedFor, unknownProxyWarning } from './caller-address.ts';
import {
  answerOddRequests,
  headerTimes,
  isCutOff,
  limitConnections,
  limitPipelining,
  refuseOddRequest,
} from './connections.ts';
import { notFound } from './not-found.ts';
import { addMetricsPage, addPages, type PagesOptions } from './pages.ts';
import { problemSender } from './problem.ts';
import { logRequests, logUnrouted, type RequestLogOptions } from './request-log.ts';
import { addRoutes, type RoutesOptions } from './routes.ts';
import { unreadableRequest } from './unreadable-request.ts';

export interface ServerOptions extends PagesOptions, RoutesOptions, RequestLogOptions {
  kernel: Kernel;
  /** Addresses or CIDRs whose X-Forwarded-For is trusted, from right to left. */
  trustedProxies: string[];
  /** Maximum number of open connections. New ones beyond it are closed. */
  connectionsMax: number;
  /** The documents, the reference and the error pages. */
  hasPages: boolean;
  /** For tests: see `ProblemOptions`. */
  declaredOnly: boolean;
}

const requestIdForm = /^[\w.:-]{1,128}$/;

/** The HTTP surface. It translates between the wire and operations, and makes no decisions. */
export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const { manifest, kernel, log, publicUrl, trustedProxies, connectionsMax } = options;
  const sendProblem = problemSender(options);
  const nextRequestId = openSequence();
  const server = Fastify({
    logger: false,
    // A missing `Host` gets a problem document instead.
    http: { requireHostHeader: false, ...headerTimes },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && requestIdForm.test(given) ? given : nextRequestId();
    },
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Imports have no time limit. Every other body has its own deadline.
    requestTimeout: 0,
    // A request without a route has passed no hooks.
    frameworkErrors: (error, request, reply) => {
      reply.header('X-Request-Id', request.id);
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
  addBodyDeadlines(server, kernel.ports.stopping);
  const warnOfProxy = unknownProxyWarning(trustedProxies, log);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    warnOfProxy(request);
    const forwardedFor = request.headers['x-forwarded-for'];
    if (forwardedFor) request.headers['x-forwarded-for'] = plainForwardedFor(String(forwardedFor));
    refuseOddRequest(request);
    done();
  });
  logRequests(server, options);
  limitPipelining(server);
  limitConnections(server, { connectionsMax, clock: kernel.clock, log });
  answerOddRequests(server, { manifest, publicUrl, log });
  addRoutes(server, options);
  if (options.hasPages) await addPages(server, options);
  addMetricsPage(server, options);
  return server;
}
