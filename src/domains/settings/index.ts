export { holdOutgoing, IsOutgoingHeld } from './outgoing-hold.ts';
export { SettingsInForce } from './settings-in-force.ts';
