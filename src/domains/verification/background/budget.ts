import type { Db } from '#core/context.ts';
import { rowsOf, run } from '#core/database/statement.ts';

/** Counts questions to mail servers and vendors for all processes. */
export interface Budget {
  /** Counts one question, unless this hour's are used up. */
  mayAsk(host: string): Promise<boolean>;
  /** Notes that a server was reached. */
  note(connected: boolean): Promise<void>;
}

export function openBudget(db: Db, perHour: () => { host: number; all: number }): Budget {
  /** An empty host is all of them. */
  const count = async (host: string, most: number): Promise<boolean> => {
    const counted = await rowsOf(db)`
      insert into verification_hour as known (hour, host, asked) values (date_trunc('hour', clock_timestamp()), ${host}, 1)
      on conflict (hour, host) do update set asked = known.asked + 1 where known.asked < ${most}
      returning asked`;
    return counted.length > 0;
  };
  return {
    mayAsk: async (host) => (await count(host, perHour().host)) && (await count('', perHour().all)),
    note: async (connected) => {
      if (connected)
        await run(db)`
          update verification_hour set connected = connected + 1
          where hour = date_trunc('hour', clock_timestamp()) and host = ''`;
    },
  };
}
