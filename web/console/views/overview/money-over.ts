import type { ReportAllUsageAnswer } from '#client';
import type { Series } from '#web/shared/charts/chart-data.ts';

/** Money by UTC day, in rupees: a scale starts with a whole unit of its figures, and a paisa would say nothing. */
export const moneyOver = (daily: ReportAllUsageAnswer['money']['daily']): Series[] => [
  { name: 'Received', points: daily.map((day) => [day.date, (day.paid_paise - day.returned_paise) / 100]) },
  { name: 'Vendor cost', points: daily.map((day) => [day.date, day.vendor_paise / 100]) },
];
