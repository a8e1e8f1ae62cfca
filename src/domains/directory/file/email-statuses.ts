import { listed } from '#values/contact-files/headers/header-names.ts';
import { decisiveStatus, isUnclear } from '../rows/email-status.ts';
import { unclearStatuses } from './status-columns.ts';

/** What a column says about e-mails. */
export interface SaidStatus {
  header: string;
  text: string;
}

/** Reads statuses, and collects the columns whose texts leave open whether an address was guessed. */
export interface EmailStatuses {
  /** The status that decides. Empty if none says anything. */
  read(said: readonly SaidStatus[]): string;
  warnings(): string[];
}

const namesKeptMax = 100;

export function openEmailStatuses(): EmailStatuses {
  const unclear = new Set<string>();
  return {
    read(said) {
      if (said.length === 0) return '';
      for (const { header, text } of said) {
        if (unclear.size < namesKeptMax && isUnclear(decisiveStatus([text]))) unclear.add(header);
      }
      return decisiveStatus(said.map(({ text }) => text));
    },
    warnings: () => (unclear.size > 0 ? [unclearStatuses(listed([...unclear]))] : []),
  };
}
