export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects in a list that a record may have under this name. */
export function recordsIn(record: unknown, name: string): Record<string, unknown>[] {
  const list = isRecord(record) ? record[name] : null;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
