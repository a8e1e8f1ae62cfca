const names = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'state',
  'resource',
] as const;

export type AgentRequest = Partial<Record<(typeof names)[number], string>>;

/** The agent's request, as its program wrote it into the address. */
export const requestOf = (query: Readonly<Record<string, string>>): AgentRequest =>
  Object.fromEntries(names.filter((name) => query[name]).map((name) => [name, query[name]!]));
