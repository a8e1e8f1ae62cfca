const acronyms: Readonly<Record<string, string>> = {
  id: 'ID',
  ip: 'IP',
  ips: 'IPs',
  mcp: 'MCP',
  whatsapp: 'WhatsApp',
  gstin: 'GSTIN',
};

/** A name of the API as words, such as `key.ban_lifted` as "Key ban lifted". */
export function worded(name: string): string {
  const words = name
    .split(/[._\s-]+/)
    .map((word) => acronyms[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A reason: an API code as words, text by a person unchanged. */
export const reasonOf = (text: string): string =>
  /^[a-z]+(_[a-z]+)*$/.test(text) ? worded(text) : text || '–';

/** A value as people read it. Lists are joined; what has members of its own is written as JSON. */
export function readable(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(readable).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
