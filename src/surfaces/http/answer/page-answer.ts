import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page, PageRequest } from '#core/answers/page-view.ts';
import { type Look, pageHeaders, plainDocument } from '../../html-document.ts';

export const sendPage = async (
  reply: FastifyReply,
  page: Page,
  look: () => Promise<Look>,
): Promise<FastifyReply> => reply.headers(pageHeaders).send(plainDocument(page, await look()));

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
