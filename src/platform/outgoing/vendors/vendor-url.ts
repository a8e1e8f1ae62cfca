export type VendorQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/**
 * The URL of a call below a vendor's base URL. Null if the path would leave it, for example with `..`: user input must never
 * choose the endpoint.
 */
export function vendorUrl(base: URL, path: string, query: VendorQuery = {}): URL | null {
  const root = base.pathname.replace(/\/$/, '');
  if (!path.startsWith('/') || /[?#\\]/.test(path)) return null;

  const url = new URL(base);
  url.pathname = root + path;
  if (url.pathname !== root + path) return null;

  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(each));
  }
  return url;
}
