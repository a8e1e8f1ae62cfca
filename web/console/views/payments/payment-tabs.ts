export const paymentTabs: [string, string][] = [
  ['/console/payments', 'Purchases'],
  ['/console/unmatched', 'Unmatched'],
  ['/console/deliveries', 'Deliveries'],
];
