import type { FastifyRequest } from 'fastify';
import type { WebOptions } from '../web-options.ts';

/** Where the browser is, as the API wants it. */
export const browserOf = ({ addressOf }: WebOptions, request: FastifyRequest) => ({
  ip: addressOf(request),
  user_agent: (request.headers['user-agent'] ?? '').slice(0, 1_000),
});

/** The API believes the person's address of a caller with the secret. */
export const headersOf = ({ secrets, addressOf }: WebOptions, request: FastifyRequest) => ({
  'x-internal-secret': secrets.internal,
  'x-forwarded-for': addressOf(request),
  'x-request-id': request.id,
});

/** With both secrets: some of the pages' calls go through the doors of customers' pages. */
export const operatorHeaders = (options: WebOptions, request: FastifyRequest, actor: string) => ({
  ...headersOf(options, request),
  'x-admin-secret': options.secrets.admin,
  'x-ops-actor': actor,
});
