import { countOf } from '../../../shared/count.tsx';
import type { PriceList } from '../plans.tsx';

type Entry = PriceList['monthly_plans'][number];
type Row = PriceList['comparison'][number]['id'];

const cells: Record<Row, (plan: Entry) => string> = {
  credits: ({ credits }) => countOf(credits),
  rate_limit: ({ rate_limit_per_min: rate }) => countOf(rate),
  rest_api: () => 'Yes',
  dashboard: () => 'Yes',
  mcp: ({ mcp }) => (mcp ? 'Yes' : 'No'),
};

/** The plans side by side. */
export const Comparison = ({ of: { comparison, monthly_plans: plans } }: { of: PriceList }) => (
  <section aria-labelledby="comparison">
    <h2 id="comparison">Compare the plans</h2>
    <div class="scrolls" tabIndex={0} role="region" aria-labelledby="comparison">
      <table>
        <thead>
          <tr>
            <td />
            {plans.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparison.map(({ id, label, hint }) => (
            <tr key={id}>
              <th scope="row">
                {label}
                <p class="small">{hint}</p>
              </th>
              {plans.map((plan) => (
                <td key={plan.id}>{cells[id](plan)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
