export { ExtensionGate } from './extension-gate.ts';
export { endSessions, liveSessionsOf } from './sql.ts';
