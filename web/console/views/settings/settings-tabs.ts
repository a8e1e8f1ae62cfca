export const settingsTabs: [string, string][] = [
  ['/console/settings', 'Settings'],
  ['/console/settings/history', 'History'],
];
