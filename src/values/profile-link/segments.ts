/** The non-empty parts of a path, still percent-encoded. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/**
 * Percent-decodes once, strictly as UTF-8. Null for a broken escape, and for text that is still encoded afterwards: decoding it
 * twice could name another person.
 */
export function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('%') ? null : text;
  } catch {
    return null;
  }
}

/** A route word such as `in` or `company`, in any spelling. Empty if there is none. */
export function routeWord(segment: string | undefined): string {
  return segment === undefined ? '' : (decodeSegment(segment) ?? '').toLowerCase();
}
