import { Badge } from '../../../shared/badge.tsx';
import { columnNames, nameOfColumn, type Reading } from './reading.ts';
import type { MappedHeader } from './types.ts';

interface ColumnMappingProps {
  mapping: readonly MappedHeader[];
  reading: Reading;
  onChange: (reading: Reading) => void;
}

const asKnown = '';
const ignored = 'ignore';
/** What the service shows in place of a header that is probably a person's data. It can't be mapped. */
const hidden = '…';

const choices = [[asKnown, 'As Contactry knows it'], [ignored, 'Don’t read it'], ...columnNames] as const;

/** Each column of the file, and what it is read as. */
export function ColumnMapping({ mapping, reading, onChange }: ColumnMappingProps) {
  const say = (header: string, target: string) => {
    const { [header]: _, ...others } = reading.map;
    onChange({ ...reading, map: target === asKnown ? others : { ...others, [header]: target } });
  };
  return (
    <div class="listing mapping">
      <table aria-label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Is read as</th>
            <th scope="col">You say</th>
          </tr>
        </thead>
        <tbody>
          {mapping.map(({ header, column }, at) => (
            <tr key={`${at} ${header}`}>
              <td data-title="In the file">
                <div>{header || 'Without a name'}</div>
              </td>
              <td data-title="Is read as">
                <div>
                  {column ? <Badge tone="good">{nameOfColumn(column)}</Badge> : <Badge>Not read</Badge>}
                </div>
              </td>
              <td data-title="You say">
                {header !== '' && header !== hidden && (
                  <MeaningChoice header={header} said={reading.map[header] ?? asKnown} onSay={say} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
