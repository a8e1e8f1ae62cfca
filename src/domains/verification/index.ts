export { Verifier, type Verifying } from './checking/check-people.ts';
export { type EmailVerdict, isAtLeast, soldOf } from './rules.ts';
export { readVerdicts, type Verdicts, verdictsUnlessSuppressed } from './verdicts/sql.ts';
export { storeBounced, visibleCarriersOf } from './verdicts/store-findings.ts';
