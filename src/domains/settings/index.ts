export { holdOutgoing } from './outgoing-hold.ts';
