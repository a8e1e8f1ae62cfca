export { type KeyGate, openKeyGate } from './key-gate.ts';
export { keyChannels, openKeyring } from './keyring.ts';
export { countGuess } from './limit-refusal.ts';
