import { Choice } from '#web/shared/forms/choice.tsx';
import type { HowToRead, ReadJob } from './use-file-reading.ts';

interface MappingProps {
  of: NonNullable<ReadJob['file']>;
  onRead: (how: HowToRead) => void;
}

/** Which columns were read as what. Each can be another. */
export function Mapping({
  of: { link_column, name_columns, reference_column, header_line, columns },
  onRead,
}: MappingProps) {
  const options = columns.map(({ number, name }) => [String(number), name || `Column ${number}`] as const);
  const none = ['', 'None'] as const;
  const parts = name_columns.map(({ name }) => name).join(', ');
  const several = name_columns.length > 1 ? [[foundByHeaders, parts] as const] : [];
  return (
    <>
      <div class="mapping">
        <Choice
          name="column"
          label="Column with the links"
          options={options}
          value={String(link_column.number)}
          onChange={(column) => onRead({ column })}
        />
        <Choice
          name="name_column"
          label="Names"
          options={[none, ...several, ...options]}
          value={several.length > 0 ? foundByHeaders : String(name_columns[0]?.number ?? '')}
          onChange={(name) => onRead({ name_column: name === foundByHeaders ? undefined : name })}
        />
        <Choice
          name="reference_column"
          label="Your reference"
          options={[none, ...options]}
          value={String(reference_column?.number ?? '')}
          onChange={(reference_column) => onRead({ reference_column })}
        />
      </div>
      <p class="small">
        {header_line === null ? 'The file has no header.' : `The header is line ${header_line}.`} A person
        whose name is clearly another one is not returned.
      </p>
    </>
  );
}

/** The first name and the last name are in two columns. */
const foundByHeaders = 'headers';
