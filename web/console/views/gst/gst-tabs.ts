export const gstTabs: [string, string][] = [
  ['/console/gst', 'Documents'],
  ['/console/gst/month', 'A month'],
  ['/console/gst/business', 'Your business'],
];
