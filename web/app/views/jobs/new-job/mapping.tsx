import { Choice } from '#web/shared/forms/choice.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import type { ReadJob } from './use-file-reading.ts';

interface MappingProps {
  of: NonNullable<ReadJob['file']>;
  onColumn: (column: string) => void;
}

/** Which columns were read as what. The one with the links can be another. */
export function Mapping({
  of: { link_column, name_columns, reference_column, header_line, columns },
  onColumn,
}: MappingProps) {
  return (
    <div class="mapping">
      <Choice
        name="column"
        label="Column with the links"
        options={columns.map(({ number, name }) => [String(number), name || `Column ${number}`])}
        value={String(link_column.number)}
        onChange={onColumn}
      />
      <Facts
        of={[
          ['Names', name_columns.map(({ name }) => name).join(', ') || 'none'],
          ['Your reference', reference_column?.name ?? 'none'],
          ['Header', header_line === null ? 'none' : `line ${header_line}`],
        ]}
      />
    </div>
  );
}
