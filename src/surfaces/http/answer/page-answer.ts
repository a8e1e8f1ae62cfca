import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page, PageRequest } from '#core/answers/page-view.ts';
import { htmlDocument, pageHeaders } from '../../html-document.ts';

export const sendPage = (reply: FastifyReply, page: Page): FastifyReply =>
  reply.headers(pageHeaders).send(htmlDocument(page));

/** The request as a page needs it, even if its body could not be read. */
export function pageRequest({ query, body }: FastifyRequest, publicUrl: string): PageRequest {
  const members: [string, unknown][] = Object.entries({
    ...(query as object),
    ...(body as object | undefined),
  });
  return {
    given: Object.fromEntries(
      members.filter((member): member is [string, string] => typeof member[1] === 'string'),
    ),
    prefix: new URL(publicUrl).pathname.replace(/\/$/, ''),
  };
}
