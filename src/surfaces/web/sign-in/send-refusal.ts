import type { FastifyReply } from 'fastify';
import type { App } from '../apps.ts';
import { sendPage } from '../document.ts';
import type { WebContext } from '../web-context.ts';
import { refusalPage } from './pages.ts';
import { refusals, SignInRefused } from './refusals.ts';

/** Shows why a sign-in failed. Rethrows other errors. */
export function sendRefusal(
  { log, provider }: WebContext,
  reply: FastifyReply,
  { app, to }: { app: App; to: string },
  error: unknown,
): FastifyReply {
  if (!(error instanceof SignInRefused)) throw error;
  const { code } = error;
  log.info({ code, requestId: reply.request.id, cause: causeOf(error) }, 'refused a sign-in');
  return sendPage(reply.code(refusals[code][0]), refusalPage(app, to, error, provider?.name ?? ''));
}

/** The library's messages, without the browser's input. */
const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? [cause.message, causeOf(cause)].filter(Boolean).join(': ') : undefined;
