import type { FastifyRequest } from 'fastify';

/** The members of a request's query. If one comes twice, the last counts. */
export const readQuery = ({ url }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(new URL(url, 'http://own.invalid').searchParams);
