import Type from 'typebox';
import { agentScopes } from '#core/access.ts';
import { dashboard } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { KeyGate } from '#domains/keys/index.ts';
import { codeMs } from '../rules.ts';
import { creditsPerDayMax } from '../shapes.ts';
import { AgentSignIn } from '../sign-in.ts';
import { dropCodes, keepCode } from '../sql.ts';
import { newCode } from '../tokens.ts';
import { AuthorizationRequest, approvalUrl, readRequest } from './authorization-request.ts';

/** Codes of an account that are kept. Each is good for a minute. */
const codesMax = 50;

export const approveRequest = operation({
  id: 'connections.approve-request',
  summary: 'Let an agent act for an account',
  description:
    'For the page of consent, once the person has agreed. Returns the address with which the person returns to the agent: it has a code ' +
    'that the agent exchanges for tokens within a minute. Only then is there a connection.',
  kind: 'process',
  doors: [dashboard('POST', '/internal/connections/{account_id}')],
  account: 'required',
  // Each has its own code.
  idempotency: 'none',
  secretAnswer: true,
  input: Type.Object({
    ...AuthorizationRequest,
    scopes: Type.Optional(
      Type.Array(Type.Enum([...agentScopes]), {
        minItems: 1,
        maxItems: agentScopes.length,
        description: 'Those of the asked scopes that the person allows. Omit it to allow all of them.',
      }),
    ),
    credits_per_day: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: creditsPerDayMax,
        description: 'The most that the connection may spend in a day. Omit it for no limit of its own.',
      }),
    ),
  }),
  example: {
    account_id: 'acme-42',
    response_type: 'code',
    client_id: 'https://agents.example.com/client.json',
    redirect_uri: 'https://agents.example.com/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    credits_per_day: 50,
  },
  output: Type.Object({
    return_url: Type.String({
      description: 'Leads back to the agent, with a code that works once.',
      examples: ['https://agents.example.com/callback?code=…&iss=…'],
    }),
  }),
  errors: ['sign_in_off', 'agent_request_refused', 'account_locked', 'key_ban_in_force'],

  async run(ctx, { scopes: allowed, credits_per_day = null, ...given }) {
    if (!ctx.ports.use(AgentSignIn).isOn()) return ctx.fail('sign_in_off');
    await refuseLocked(ctx);
    const { id: account, account_id } = ctx.account;
    if ((await ctx.ports.use(KeyGate).standingOf({ account, key_id: null })) === 'key')
      return ctx.fail('key_ban_in_force');
    const read = await readRequest(ctx, given);
    if (read.kind !== 'good') return ctx.fail('agent_request_refused', { detail: read.fault });
    const { client, redirectUri, challenge } = read.request;
    const scopes = read.request.scopes.filter((scope) => !allowed || allowed.includes(scope));
    if (scopes.length === 0) return failField(['scopes'], 'Allow at least one thing that the agent asks for');

    const code = newCode();
    const created_at = ctx.now();
    await ctx.phase(async ({ db, audit }) => {
      await keepCode(db, {
        ...{
          hash: code.hash,
          account,
          client_id: client.id,
          client_name: client.name,
          client_host: client.host,
        },
        ...{ redirect_uri: redirectUri, challenge, scopes, credits_per_day, created_at },
        expires_at: new Date(created_at.getTime() + codeMs),
      });
      await dropCodes(db, account, codesMax);
      audit('agent.approved', {
        ...{ account_id, agent: client.name, host: client.host, sends_to: new URL(redirectUri).host },
        ...{ scopes, credits_per_day },
      });
    });
    return { return_url: approvalUrl(ctx, { redirectUri, code: code.text, state: given.state }) };
  },
});
