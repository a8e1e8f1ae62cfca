export { AgentGate } from './agent-gate.ts';
