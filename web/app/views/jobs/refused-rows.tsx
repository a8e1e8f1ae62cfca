import { Card } from '../../../shared/card.tsx';
import { countOf } from '../../../shared/count.tsx';
import type { ReadJob } from './file-reading.ts';

interface RefusedRowsProps {
  of: ReadJob['refused'];
  total: number;
}

/** Rows that can't be looked up, each with its reason. They cost nothing and stay in the CSV. */
export function RefusedRows({ of, total }: RefusedRowsProps) {
  const rest = total - of.length;
  return (
    <Card title="Refused rows">
      <p class="small">They cost nothing, and appear in the results with their reason.</p>
      <div class="listing refused-rows">
        <table aria-label="Refused rows">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ row, line, column, value, message }) => (
              <tr key={row}>
                <td data-title="Line">{countOf(line ?? row)}</td>
                <td data-title="Column">{column ?? '–'}</td>
                <td data-title="Value" class="foreign">
                  {value || '(empty)'}
                </td>
                <td data-title="Reason">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && <p class="small">And {countOf(rest)} more.</p>}
    </Card>
  );
}
