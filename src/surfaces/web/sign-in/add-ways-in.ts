import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../web-context.ts';
import { addCallback } from './add-callback.ts';
import { addOperatorLink } from './add-operator-link.ts';
import { addSignIn } from './add-sign-in.ts';
import { addDevelopmentIssuer } from './development/add-issuer.ts';
import { openOidc } from './oidc.ts';

/** All ways to sign in. */
export function addWaysIn(server: FastifyInstance, context: WebContext): void {
  const { provider, sessions } = context;
  const oidc = provider && openOidc(provider);
  addSignIn(server, context, oidc);
  if (provider && oidc) addCallback(server, context, { provider, oidc });
  if (provider?.isDevelopment) addDevelopmentIssuer(server, context, provider);
  if (sessions.has('console')) addOperatorLink(server, context);
}
