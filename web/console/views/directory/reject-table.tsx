import { rejectColumns } from './reject-columns.tsx';
import type { ImportReport } from './types.ts';

/** The first rejects of a report. */
export function RejectTable({ of: { rejects, rejected, rejected_values } }: { of: ImportReport }) {
  if (rejects.length === 0) return null;
  const others = rejected + rejected_values - rejects.length;
  return (
    <div class="listing">
      <table aria-label="Rejected rows and values">
        <thead>
          <tr>
            {rejectColumns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rejects.map((reject, at) => (
            <tr key={at}>
              {rejectColumns.map(({ title, cell, isNumber }) => (
                <td key={title} data-title={title} class={isNumber ? 'number' : undefined}>
                  <div>{cell(reject)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && <p>And {others} more.</p>}
    </div>
  );
}
