export { type KeyGate, openKeyGate } from './gate/key-gate.ts';
export { countGuess } from './gate/limit-refusal.ts';
export { keyChannels, openKeyring } from './keyring/keyring.ts';
