import { nameText } from './setting-field.tsx';
import type { Difference } from './types.ts';
import { textOf } from './values.ts';

/** What is different before and after a change. */
export function DifferenceTable({
  of,
  before = 'Now',
  after = 'Then',
}: {
  of: readonly Difference[];
  before?: string;
  after?: string;
}) {
  return (
    <div class="listing">
      <table aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <tr key={one.name}>
              <td data-title="Setting">{nameText(one.name)}</td>
              <td data-title={before}>
                <del>{textOf(one.before)}</del>
              </td>
              <td data-title={after}>
                <ins>{textOf(one.after)}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
