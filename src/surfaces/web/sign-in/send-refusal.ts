import type { FastifyReply } from 'fastify';
import type { App } from '../apps.ts';
import { sendPage } from '../send-page.ts';
import type { WebContext } from '../web-context.ts';
import { refusalPage } from './pages.ts';
import { refusals, SignInRefused } from './refusals.ts';

/** Shows why somebody could not sign in. Other errors are thrown on. */
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

/** What the library says, without what the browser sent. */
const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? [cause.message, causeOf(cause)].filter(Boolean).join(': ') : undefined;
