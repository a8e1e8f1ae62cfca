export { bearerOf, KeyGate } from './gate/key-gate.ts';
export { beyondLimit, countGuess } from './gate/limit-refusal.ts';
export { EndExtensionSessions } from './regenerate-key.ts';
export { type KeyStatus, keyStatuses, statusOf as keyStatusOf } from './rules.ts';
export { accountsWithKey, type CurrentKey, currentKeysOf, keyById, keysById } from './sql/keys.ts';
