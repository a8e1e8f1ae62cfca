import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html, listed } from '#core/answers/page-view.ts';
import { Failure } from '#core/failure.ts';
import { openedFeatures } from '#core/machine/development.ts';
import type { PlainPage } from '../../../html-document.ts';
import { sendPage } from '../../document.ts';
import { isFromThisMachine, ownOrigin, refuseOtherSites } from '../../origin.ts';
import { readForm, readQuery } from '../../read-form.ts';
import type { WebOptions } from '../../web-options.ts';
import { callbackPath, developmentPath, type Provider } from '../provider.ts';
import { type DevelopmentIssuer, openDevelopmentIssuer } from './issuer.ts';

type Members = Readonly<Record<string, string | undefined>>;

/** Serves the development issuer: the page where people name themselves, and the endpoints for the server. */
export function addDevelopmentIssuer(server: FastifyInstance, options: WebOptions, provider: Provider): void {
  const issuer = openDevelopmentIssuer(() => options.clock.now());
  const isForAll = openedFeatures(options.config).includes('DEVELOPMENT_SIGN_IN');
  const isForOthers = (request: FastifyRequest) => !isForAll && !isFromThisMachine(request);
  const isAsked = (request: FastifyRequest, asked: Members) =>
    asked.client_id === provider.clientId &&
    asked.redirect_uri === ownOrigin(options, request) + callbackPath &&
    asked.response_type === 'code' &&
    asked.code_challenge_method === 'S256' &&
    /^[\w-]{43}$/.test(asked.code_challenge ?? '');

  server.get(`${developmentPath}/authorize`, async (request, reply) => {
    const asked = readQuery(request);
    if (isForOthers(request)) throw notForOthers();
    if (!isAsked(request, asked)) throw notAsked();
    return sendPage(reply, options, developmentPage(kept(asked), null));
  });

  server.post(`${developmentPath}/authorize`, async (request, reply) => {
    refuseOtherSites(options, request);
    const { email: given = '', ...asked } = await readForm(request.body as never);
    if (isForOthers(request)) throw notForOthers();
    if (!isAsked(request, asked)) throw notAsked();
    const email = given.trim().toLowerCase();
    if (!addressForm.test(email))
      return sendPage(reply.code(422), options, developmentPage(kept(asked), wrongAddress));
    const { client_id: clientId, redirect_uri: redirectUri, nonce, code_challenge: challenge } = asked;
    const code = issuer.grant({
      email,
      clientId: clientId!,
      redirectUri: redirectUri!,
      nonce: nonce ?? '',
      challenge: challenge!,
    });
    const answer = new URLSearchParams({ code, state: asked.state ?? '', iss: provider.issuer() });
    return reply.redirect(`${redirectUri}?${answer}`, 303);
  });

  addEndpoints(server, issuer, provider);
}

const addressForm = /^[^\s@]+@[^\s@]+$/;
const wrongAddress = 'Enter an address with an @, such as asha@example.com.';
const notForOthers = () =>
  new Failure('not_found', {
    detail:
      'The development sign-in is for browsers on the machine of the service. Set OIDC_ISSUER for all others, or DEVELOPMENT_SIGN_IN=on to let anyone sign in as anyone.',
  });
const notAsked = () =>
  new Failure('not_found', {
    detail: 'The development sign-in is opened by the sign-in page alone, in a browser on the same machine.',
  });

/** The members that the form passes on. */
const kept = ({ client_id, redirect_uri, response_type, state, nonce, ...asked }: Members) => ({
  client_id: client_id!,
  redirect_uri: redirect_uri!,
  response_type: response_type!,
  state: state ?? '',
  nonce: nonce ?? '',
  code_challenge: asked.code_challenge!,
  code_challenge_method: asked.code_challenge_method!,
});

/** In place of a real provider's page. */
const developmentPage = (asked: Readonly<Record<string, string>>, fault: string | null): PlainPage => ({
  title: 'Development sign-in',
  main: html`<h1>Development sign-in</h1>
<p>Enter any address to sign in as that person. This page is for development. It is here only while no OIDC_ISSUER is set.</p>
<form method="post">
${listed(Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`))}
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="200" placeholder="asha@example.com"${
    fault && html` aria-invalid="true" aria-describedby="fault"`
  }>
${fault && html`<p class="fault" id="fault">${fault}</p>`}
</div>
<button class="primary">Sign in</button>
</form>`,
});

/** Requests from the server of the pages: discovery, key set and tokens. */
function addEndpoints(server: FastifyInstance, issuer: DevelopmentIssuer, provider: Provider): void {
  server.get(`${developmentPath}/.well-known/openid-configuration`, async () => {
    const name = provider.issuer();
    return {
      issuer: name,
      authorization_endpoint: `${name}/authorize`,
      token_endpoint: `${name}/token`,
      jwks_uri: `${name}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
  });

  server.get(`${developmentPath}/keys`, () => issuer.keys());

  server.post(`${developmentPath}/token`, async (request, reply) => {
    const given = await readForm(request.body as never);
    const token = await issuer.redeem({
      issuer: provider.issuer(),
      code: given.code ?? '',
      clientId: given.client_id ?? '',
      redirectUri: given.redirect_uri ?? '',
      verifier: given.code_verifier ?? '',
    });
    reply.header('cache-control', 'no-store');
    if (token === null) return reply.code(400).send({ error: 'invalid_grant' });
    return { access_token: 'none', token_type: 'bearer', expires_in: 60, id_token: token };
  });
}
