export type Settings = Record<string, string | number>;

/** Only the settings that differ from PostgreSQL's defaults. Measured in docs/decisions/embedded-postgresql.md. */
export const serviceSettings: Settings = {
  max_connections: 60,
  wal_compression: 'pglz',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** One file per weekday, overwritten a week later. Statements and row values never reach the log. */
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

/** For clusters that are deleted afterwards. A crash may lose everything, but leaves nothing outside the folder. */
export const throwAwaySettings: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  dynamic_shared_memory_type: 'mmap',
  autovacuum: 'off',
  max_wal_size: '1GB',
  max_connections: 200,
  // The password is random, so rounds add nothing but processor time to each connection.
  scram_iterations: 1,
};

export function settingLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${quoted(String(value))}\n`)
    .join('');
}

export const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
