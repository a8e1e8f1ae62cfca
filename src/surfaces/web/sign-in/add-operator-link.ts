import type { FastifyInstance } from 'fastify';
import { refuseOtherSites } from '../origin.ts';
import { readForm } from '../read-form.ts';
import { readQuery } from '../read-query.ts';
import { sendPage } from '../send-page.ts';
import type { WebContext } from '../web-context.ts';
import { openOperator } from './open-operator.ts';
import { linkPage } from './pages.ts';
import { refusals, SignInRefused } from './refusals.ts';
import { sendRefusal } from './send-refusal.ts';
import { signedIn } from './signed-in.ts';

const emailForm = /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/;
const emailLengthMax = 200;

/** One-time links to the console. Opening one shows a form, so that programs which look at links don't use it up. */
export function addOperatorLink(server: FastifyInstance, context: WebContext): void {
  server.get('/console/sign-in/link', async (request, reply) => {
    const { token = '' } = readQuery(request);
    return sendPage(reply, linkPage(token));
  });

  server.post('/console/sign-in/link', async (request, reply) => {
    refuseOtherSites(context, request);
    const { token = '', email: given = '' } = await readForm(request.body as never);
    const email = given.trim().toLowerCase();
    const askAgain = () => {
      const [status, , sentence] = refusals.invalid_email;
      return sendPage(reply.code(status), linkPage(token, sentence));
    };
    if (!emailForm.test(email) || email.length > emailLengthMax) return askAgain();
    try {
      // An empty token would mean that we vouch for the person.
      if (token === '') throw new SignInRefused('operator_link_ended');
      const opened = await openOperator(context, request, { email, linkToken: token });
      return await signedIn(context.sessions.get('console')!, request, reply, {
        token: opened,
        to: '/console',
      });
    } catch (error) {
      if (error instanceof SignInRefused && error.code === 'unusable_identity') return askAgain();
      return sendRefusal(context, reply, { app: 'console', to: '/console' }, error);
    }
  });
}
