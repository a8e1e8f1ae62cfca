import { decisiveStatus, isUnclear } from '../rows/email-status.ts';
import { listed } from './header.ts';
import { unclearStatuses } from './status-columns.ts';

/** Collects the columns whose texts leave open whether an address was guessed. */
export interface UnclearStatuses {
  note(header: string, text: string): void;
  warnings(): string[];
}

const namesKeptMax = 100;

export function openUnclearStatuses(): UnclearStatuses {
  const headers = new Set<string>();
  return {
    note(header, text) {
      if (text !== '' && headers.size < namesKeptMax && isUnclear(decisiveStatus([text])))
        headers.add(header);
    },
    warnings: () => (headers.size > 0 ? [unclearStatuses(listed([...headers]))] : []),
  };
}
