/** `?limit=2&map=a&map=b`. Members that are undefined or null are left out. */
export function queryText(query: object = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
