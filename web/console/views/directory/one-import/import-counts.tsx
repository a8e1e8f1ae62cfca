import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';

/** Counts of rows by outcome, and the rows to look at. */
export function ImportCounts({ of }: { of: ImportReport }) {
  return (
    <>
      <Facts
        of={[
          ['Accepted', countOf(of.accepted)],
          ['New profiles', countOf(of.accepted - of.merged)],
          ['Merged into known ones', countOf(of.merged)],
          ['Rejected rows', countOf(of.rejected)],
          ['Rejected values', countOf(of.rejected_values)],
          ['Without a contact', countOf(of.without_contact)],
          ['Suppressed', countOf(of.suppressed)],
        ]}
      />
      {of.warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {of.warnings.map((warning) => (
            <li key={warning}>{forPages(warning)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Without what only callers of the API can do. */
const forPages = (warning: string): string => warning.replace(/ Map a column to read it: .*$/, '');
