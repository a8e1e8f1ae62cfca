import type { MappedHeader } from '#web/console/views/directory/types.ts';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { columnNames, nameOfColumn, type Reading } from './reading.ts';

interface ColumnMappingProps {
  mapping: readonly MappedHeader[];
  reading: Reading;
  onChange: (reading: Reading) => void;
}

const asKnown = '';
const ignored = 'ignore';
/** Replaces a header that is probably a person's data. Such a column can't be mapped. */
const hidden = '…';

const choices = [[asKnown, 'Automatic'], [ignored, 'Don’t read it'], ...columnNames] as const;

/** Each column of the file, and what it is read as. */
export function ColumnMapping({ mapping, reading, onChange }: ColumnMappingProps) {
  const say = (header: string, target: string) => {
    const { [header]: _, ...others } = reading.map;
    onChange({ ...reading, map: target === asKnown ? others : { ...others, [header]: target } });
  };
  const columns: Column<MappedHeader>[] = [
    { title: 'In the file', cell: ({ header }) => header || 'Without a name' },
    {
      title: 'Is read as',
      cell: ({ column }) =>
        column ? <Badge tone="good">{nameOfColumn(column)}</Badge> : <Badge>Not read</Badge>,
    },
    {
      title: 'Map to',
      cell: ({ header }) =>
        header !== '' &&
        header !== hidden && (
          <MeaningChoice header={header} said={reading.map[header] ?? asKnown} onSay={say} />
        ),
    },
  ];
  return (
    <div class="mapping">
      <Table
        items={mapping}
        label="Columns of the file"
        keyOf={({ header }, at) => `${at} ${header}`}
        columns={columns}
      />
    </div>
  );
}

interface MeaningChoiceProps {
  header: string;
  said: string;
  onSay: (header: string, target: string) => void;
}

function MeaningChoice({ header, said, onSay }: MeaningChoiceProps) {
  return (
    <select aria-label={`Read “${header}” as`} onChange={(event) => onSay(header, event.currentTarget.value)}>
      {choices.map(([target, name]) => (
        <option key={target} value={target} selected={said === target}>
          {name}
        </option>
      ))}
    </select>
  );
}
