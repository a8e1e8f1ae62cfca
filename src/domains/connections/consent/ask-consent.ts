import Type, { type Static } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { AskAgentAccess } from '#domains/billing/index.ts';
import { hostOfRedirect } from '../clients/redirect-uris.ts';
import { agentMembers, Scopes } from '../shapes.ts';
import { AgentSignIn } from '../sign-in.ts';
import { AuthorizationRequest, readRequest, refusalUrl } from './authorization-request.ts';

const Agent = Type.Object(agentMembers, { title: 'AskingAgent' });

const Consent = Type.Object({
  outcome: Type.Enum(['ask', 'faulty', 'refused'], {
    description:
      '`ask`: show what the agent wants. `faulty`: the agent sent a wrong request, and learns of it at `return_url`. `refused`: the ' +
      'request can’t be answered at any address.',
  }),
  agent: orNull(Agent, 'The agent. Null if the request is refused.'),
  scopes: Scopes,
  message: orNull(Type.String(), 'Why it can’t be connected. Null if it can.'),
  return_url: orNull(Type.String(), 'Leads back to the agent without having agreed. Null if it is refused.'),
  access: orNull(
    Type.String(),
    'Why agents may not act for the account at present, in a sentence. Null if they may.',
  ),
});

export const askConsent = operation({
  id: 'connections.ask-consent',
  summary: 'Read the request of an agent that wants to act for an account',
  description:
    'For the page of consent. Send the parameters with which the agent opened it. The metadata of an agent that has a document is fetched.',
  kind: 'query',
  doors: [dashboard('POST', '/internal/connections/{account_id}/requests')],
  account: 'required',
  input: Type.Object(AuthorizationRequest),
  example: {
    account_id: 'acme-42',
    response_type: 'code',
    client_id: 'https://agents.example.com/client.json',
    redirect_uri: 'https://agents.example.com/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  },
  output: Consent,
  errors: ['sign_in_off'],

  async run(ctx, given): Promise<Static<typeof Consent>> {
    const { ports } = ctx;
    if (!ports.use(AgentSignIn).isOn()) return ctx.fail('sign_in_off');
    const none = { agent: null, scopes: [], message: null, return_url: null, access: null };
    const read = await readRequest(ctx, given);
    if (read.kind === 'refused') return { ...none, outcome: 'refused', message: read.fault };
    const isFaulty = read.kind === 'faulty';
    const { client, redirectUri } = isFaulty ? read : read.request;
    const { name, host } = client;
    const back = { redirectUri, publicUrl: ports.publicUrl(), state: given.state };
    const agent = { name, host, sends_to: hostOfRedirect(redirectUri) };
    if (isFaulty)
      return {
        ...{ ...none, outcome: 'faulty', agent, message: read.fault },
        return_url: refusalUrl(back, read.error, read.fault),
      };
    const access = await ports.use(AskAgentAccess)({ account: ctx.account, hasPriority: false });
    return {
      ...{ outcome: 'ask', agent, scopes: read.request.scopes, message: null },
      return_url: refusalUrl(back, 'access_denied'),
      access: access.message,
    };
  },
});
