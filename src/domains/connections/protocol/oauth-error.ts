import Type, { type Static } from 'typebox';

const codes = [
  'invalid_request',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
] as const;

/** A refusal in the words of OAuth (RFC 6749 §5.2, RFC 7591 §3.2.2): programs of agents read no other. */
export const OAuthError = Type.Object(
  {
    error: Type.Enum([...codes], { description: 'The code of OAuth.' }),
    error_description: Type.String({ description: 'The reason and the remedy, in a sentence.' }),
  },
  { title: 'OAuthError' },
);
export type OAuthError = Static<typeof OAuthError>;

export const refused = (error: OAuthError['error'], error_description: string): OAuthError => ({
  error,
  error_description,
});

export const isRefused = (answer: object): answer is OAuthError => 'error' in answer;

export const signInOff = refused(
  'unauthorized_client',
  'Agents cannot sign in here. Add the header "Authorization: Bearer <API key>" to the configuration in your client, with a key from your dashboard.',
);
