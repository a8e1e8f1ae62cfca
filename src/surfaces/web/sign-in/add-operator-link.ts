import type { FastifyInstance } from 'fastify';
import { sendPage } from '../document.ts';
import { refuseOtherSites } from '../origin.ts';
import { readForm, readQuery } from '../read-form.ts';
import type { WebContext } from '../web-context.ts';
import { openOperator } from './open-operator.ts';
import { linkPage } from './pages.ts';
import { SignInRefused } from './refusals.ts';
import { sendRefusal } from './send-refusal.ts';
import { signedIn } from './signed-in.ts';

/** One-time links to the console. Opening one shows a button, so that programs which look at links don't use it up. */
export function addOperatorLink(server: FastifyInstance, context: WebContext): void {
  server.get('/console/sign-in/link', async (request, reply) => {
    const { token = '' } = readQuery(request);
    return sendPage(reply, linkPage(token));
  });

  server.post('/console/sign-in/link', async (request, reply) => {
    refuseOtherSites(context, request);
    const { token: linkToken = '' } = await readForm(request.body as never);
    try {
      // Without a token, we would vouch for the person.
      if (linkToken === '') throw new SignInRefused('operator_link_ended');
      const token = await openOperator(context, request, { linkToken });
      return await signedIn(context.sessions.get('console')!, request, reply, { token, to: '/console' });
    } catch (error) {
      return sendRefusal(context, reply, { app: 'console', to: '/console' }, error);
    }
  });
}
