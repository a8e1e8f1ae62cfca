export { type OperatorRoles, openOperatorRoles } from './operators/roles.ts';
