export const healthTabs: [string, string][] = [
  ['/console/health', 'Now'],
  ['/console/alerts', 'Alerts'],
];
