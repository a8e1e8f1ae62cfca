import type { ReportAllUsageAnswer } from '#client';
import { Card } from '../../../shared/card.tsx';
import { Chart } from '../../../shared/chart.tsx';
import { rupeesOf } from '../../../shared/rupees.tsx';
import { lookupsOver } from './lookups-over.ts';

export default function OverviewCharts({ of }: { of: ReportAllUsageAnswer }) {
  const { step, found, notFound } = lookupsOver(of, Date.now());
  const { daily } = of.money;
  return (
    <div class="beside">
      <Card>
        <Chart
          title={`Lookups by ${step}`}
          series={[
            { name: 'Found', points: found },
            { name: 'Not found', points: notFound },
          ]}
        />
      </Card>
      <Card>
        <Chart
          title="Money by day"
          format={(paise) => rupeesOf(Math.round(paise))}
          series={[
            {
              name: 'Received',
              points: daily.map((day) => [day.date, day.paid_paise - day.returned_paise] as const),
            },
            { name: 'Vendor cost', points: daily.map((day) => [day.date, day.vendor_paise] as const) },
          ]}
        />
      </Card>
    </div>
  );
}
