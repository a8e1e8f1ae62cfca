/** Why PostgreSQL can't store a text: it rejects NUL and unpaired surrogates. Null if it can. */
export function unstorable(text: string): { msg: string; type: string } | null {
  if (text.includes('\0')) return { msg: 'String should not contain NUL characters', type: 'value_error' };
  if (text.isWellFormed()) return null;
  return {
    msg: 'String should be valid Unicode, without half of a surrogate pair',
    type: 'string_unicode',
  };
}
