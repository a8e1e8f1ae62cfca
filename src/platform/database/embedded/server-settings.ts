export type Settings = Record<string, string | number>;

/** What differs from PostgreSQL's own defaults, and no more; measured in docs/decisions/embedded-postgresql.md. */
export const localSettings: Settings = {
  max_connections: 60,
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** One file a weekday, emptied when its day comes round again. Statements and values of rows never reach the log. */
export const logSettings: Settings = {
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: 0,
  log_truncate_on_rotation: 'on',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: 0,
};

/** For clusters that are deleted afterwards: a crash may lose everything, and leaves nothing outside their folder. */
export const throwAwaySettings: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  dynamic_shared_memory_type: 'mmap',
  autovacuum: 'off',
  max_wal_size: '1GB',
  max_connections: 200,
};

export function settingLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${quoted(String(value))}\n`)
    .join('');
}

export const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
