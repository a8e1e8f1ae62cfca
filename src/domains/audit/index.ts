export type { AlertKind } from './alert-words.ts';
export {
  countOpenAlerts,
  isAlertOpen,
  openAlerts,
  raiseAlert,
  resolveAlert,
  resolveAlerts,
} from './alerts.ts';
export { openTrail } from './trail.ts';
