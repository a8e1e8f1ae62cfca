import type { ReportAllUsageAnswer } from '#client';
import { Chart } from '#web/shared/charts/chart.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { lookupsOver } from './lookups-over.ts';
import { moneyOver } from './money-over.ts';

export default function OverviewCharts({ of }: { of: ReportAllUsageAnswer }) {
  const { step, found, notFound } = lookupsOver(of, Date.now());
  return (
    <div class="side-by-side">
      <Card>
        <Chart
          isStacked
          title={`Lookups by ${step}`}
          series={[
            { name: 'Found', points: found },
            { name: 'Not found', points: notFound },
          ]}
        />
      </Card>
      <Card>
        <Chart title="Money by day" format={rupeesText} series={moneyOver(of.money.daily)} />
      </Card>
    </div>
  );
}

const rupeesText = (rupees: number): string => rupeesOf(Math.round(rupees * 100));
