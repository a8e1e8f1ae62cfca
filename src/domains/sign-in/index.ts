export { type OperatorRoles, openOperatorRoles } from './operators/roles.ts';
export { endSessionsOfAccount, sessionsOfAccount } from './sql.ts';
