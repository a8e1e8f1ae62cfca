import Type from 'typebox';
import { type AgentScope, agentScopes } from '#core/access.ts';
import type { Context, Ports } from '#core/context.ts';
import { type Client, redirectUriLengthMax } from '../clients/client.ts';
import { ClientDocuments, type FoundClient, isDocument } from '../clients/documents.ts';
import { isRegistered, redirectTo } from '../clients/redirect-uris.ts';
import {
  clientIdLengthMax,
  isRegisteredId,
  registeredClient,
  registrationMs,
} from '../clients/registered.ts';
import { isOurResource } from '../rules.ts';
import { hasConnectionOf } from '../sql.ts';

const asked = (maxLength: number, description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ maxLength, description, ...(examples.length > 0 ? { examples } : {}) }));

/** The parameters with which an agent's program opens the page of consent (RFC 6749 §4.1.1, RFC 7636, RFC 8707). */
export const AuthorizationRequest = {
  response_type: asked(100, '`code`.', 'code'),
  client_id: asked(clientIdLengthMax, 'The program: the address of its metadata, or the id it registered.'),
  redirect_uri: asked(redirectUriLengthMax, 'Where the code is sent.', 'http://127.0.0.1:33418/callback'),
  code_challenge: asked(200, 'SHA-256 of the verifier, in base64url.'),
  code_challenge_method: asked(100, '`S256`.', 'S256'),
  scope: asked(1_000, 'Scopes, separated by spaces. Without it, all.', 'lookup usage'),
  state: asked(4_000, 'Returned with the code.'),
  resource: asked(2_000, 'The address of the MCP endpoint.', 'https://contacts.example.com/mcp'),
};
type AuthorizationRequest = { [Name in keyof typeof AuthorizationRequest]?: string | undefined };

export interface GoodRequest {
  client: Client;
  redirectUri: string;
  scopes: AgentScope[];
  challenge: string;
}

export type ReadRequest =
  | { kind: 'good'; request: GoodRequest }
  /** The program is known, and learns of the fault if the person returns to it. */
  | { kind: 'faulty'; client: Client; redirectUri: string; error: string; fault: string }
  /** No address is trusted, so the person stays on the page (RFC 6749 §4.1.2.1). */
  | { kind: 'refused'; fault: string };

type Reading = Pick<Context, 'db' | 'ports' | 'now' | 'account'>;

/** Reads the request of a program, for a person who has signed in. */
export async function readRequest(ctx: Reading, given: AuthorizationRequest): Promise<ReadRequest> {
  const found = await clientOf(ctx, given.client_id ?? '');
  if (!found.ok) return { kind: 'refused', fault: found.fault };
  const { client } = found;
  const redirectUri = given.redirect_uri ?? (client.redirectUris.length === 1 ? client.redirectUris[0]! : '');
  if (!isRegistered(redirectUri, client.redirectUris))
    return {
      kind: 'refused',
      fault: 'The agent asked to be answered at an address that it did not register.',
    };
  const scopes = scopesIn(given.scope);
  const fault = faultOf(given, scopes, ctx.ports.publicUrl());
  return fault
    ? { kind: 'faulty', client, redirectUri, ...fault }
    : {
        kind: 'good',
        request: { client, redirectUri, scopes: scopes!, challenge: given.code_challenge! },
      };
}

async function clientOf({ db, ports, now, account }: Reading, id: string): Promise<FoundClient> {
  if (isDocument(id)) return ports.use(ClientDocuments).read(id);
  const registered = isRegisteredId(id) ? registeredClient(ports.suppressionPepper, id) : null;
  if (!registered) return { ok: false, fault: 'This service does not know the agent. Connect it again.' };
  const isOver = now().getTime() - registered.at.getTime() >= registrationMs;
  return isOver && !(await hasConnectionOf(db, account.id, id, now()))
    ? { ok: false, fault: 'The agent registered too long ago. Remove it in your program, and add it again.' }
    : { ok: true, client: registered.client };
}

const challengeForm = /^[\w-]{43}$/;

function faultOf(
  { response_type, code_challenge, code_challenge_method, resource }: AuthorizationRequest,
  scopes: AgentScope[] | null,
  publicUrl: string,
): { error: string; fault: string } | null {
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', fault: 'Only response_type=code is supported.' };
  // The default method of RFC 7636 is `plain`, which protects nothing.
  if (code_challenge_method !== 'S256' || !challengeForm.test(code_challenge ?? ''))
    return {
      error: 'invalid_request',
      fault: 'A code_challenge with code_challenge_method=S256 is required.',
    };
  if (!isOurResource(resource, publicUrl))
    return { error: 'invalid_target', fault: `The only resource is ${publicUrl}/mcp.` };
  if (!scopes) return { error: 'invalid_scope', fault: `The scopes are ${agentScopes.join(', ')}.` };
  return null;
}

/** Scopes of other services are ignored, as long as one of ours is asked for. Null if none is. */
function scopesIn(text = ''): AgentScope[] | null {
  const names = new Set(text.split(' ').filter((name) => name !== '' && name !== 'offline_access'));
  if (names.size === 0) return [...agentScopes];
  const scopes = agentScopes.filter((scope) => names.has(scope));
  return scopes.length > 0 ? scopes : null;
}

/** The address with which a person returns to the program without having agreed. */
export const refusalUrl = (
  { redirectUri, publicUrl, state }: { redirectUri: string; publicUrl: string; state: string | undefined },
  error: string,
  description?: string,
): string => redirectTo(redirectUri, { error, error_description: description, state, iss: publicUrl });

/** The address with which a person returns to the program that may act for them. */
export const approvalUrl = (
  { ports }: { ports: Pick<Ports, 'publicUrl'> },
  { redirectUri, code, state }: { redirectUri: string; code: string; state: string | undefined },
): string => redirectTo(redirectUri, { code, state, iss: ports.publicUrl() });
