export { bearerOf, KeyGate } from './gate/key-gate.ts';
export { beyondLimit, countGuess } from './gate/limit-refusal.ts';
export { judge, type Policy, policyOf } from './gate/policy.ts';
export { EndExtensionSessions } from './regenerate-key.ts';
export { type KeyStatus, keyStatuses, statusOf as keyStatusOf } from './rules.ts';
export { dropConnectionKeys, issueConnectionKey, updateKey } from './sql/key-changes.ts';
export { lastUsesOf } from './sql/key-uses.ts';
export { accountsWithKey, type CurrentKey, currentKeysOf, keyById, keysById } from './sql/keys.ts';
