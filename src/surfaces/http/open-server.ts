import type { FastifyInstance } from 'fastify';
import type { Kernel } from '#core/kernel.ts';
import { type BareServerOptions, openBareServer } from './bare-server.ts';
import { addMetricsPage, addPages, type PagesOptions } from './pages.ts';
import { addRoutes, type RoutesOptions } from './routes.ts';

export interface ServerOptions
  extends PagesOptions,
    RoutesOptions,
    Omit<BareServerOptions, 'clock' | 'tracer' | 'stopping'> {
  kernel: Kernel;
  /** The documents, the reference and the error pages. */
  hasPages: boolean;
}

/** The HTTP surface. It translates between the wire and operations, and makes no decisions. */
export async function openServer(options: ServerOptions): Promise<FastifyInstance> {
  const { clock, ports } = options.kernel;
  const server = openBareServer({ ...options, clock, tracer: ports.tracer, stopping: ports.stopping });
  addRoutes(server, options);
  if (options.hasPages) await addPages(server, options);
  addMetricsPage(server, options);
  return server;
}
