export { ExtensionGate } from './extension-gate.ts';
