import type { FastifyReply } from 'fastify';
import { pageHeaders } from '../html-document.ts';

/** Browsers leave the origin of a form out under the stricter policy. */
export const sendPage = (reply: FastifyReply, document: string): FastifyReply =>
  reply.headers({ ...pageHeaders, 'referrer-policy': 'same-origin' }).send(document);
