import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { collectBody } from '../collect-body.ts';

const bytesMax = 16 * 1024;

/** The members of a form that a browser sent. If one comes twice, the last counts. */
export async function readForm(payload: Readable | undefined): Promise<Readonly<Record<string, string>>> {
  if (!payload) return {};
  const parse = (bytes: Buffer) => Object.fromEntries(new URLSearchParams(bytes.toString()));
  return collectBody(payload, { limitBytes: bytesMax, hold: null, parse });
}

/** The members of a request's query. If one comes twice, the last counts. */
export const readQuery = ({ url }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(new URLSearchParams(url.split('?').slice(1).join('?')));
