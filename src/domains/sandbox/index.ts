export { SandboxPayments } from './ports.ts';
