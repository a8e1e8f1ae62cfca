import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { Answer } from '#core/answers/answer.ts';
import { FileAnswer } from '#core/answers/file-answer.ts';
import type { Log } from '#core/context.ts';
import type { Operation } from '#core/operation.ts';

const json = 'application/json; charset=utf-8';

/** Sends an answer: a file under its name, text as it is, everything else as JSON. */
export function sendAnswer(reply: FastifyReply, declared: Operation, answer: Answer, log: Log): FastifyReply {
  if (answer.json === '') return reply.send();
  if (answer.json !== null) return reply.header('content-type', json).send(answer.json);
  const { body } = answer;
  if (body instanceof FileAnswer) {
    if (body.body instanceof Readable) {
      const requestId = reply.request.id;
      body.body.once('error', (error) => log.error({ error, requestId }, 'a download broke off'));
    }
    return reply
      .header('content-type', body.contentType)
      .header('content-disposition', contentDisposition(body.name))
      .send(body.body);
  }
  reply.header('content-type', declared.contentType ?? json);
  return reply.send(typeof body === 'string' ? body : JSON.stringify(body));
}
