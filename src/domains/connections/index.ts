export { endConnectionsOf } from './end-connections.ts';
export { AgentTokens } from './gate/agent-tokens.ts';
export { scopeText } from './rules.ts';
export { AgentSignIn } from './sign-in.ts';
export { liveConnectionsOf } from './sql.ts';
export { isAccessToken } from './tokens.ts';
