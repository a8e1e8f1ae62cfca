/** The resource that tokens are for (RFC 8707). Programs of before the resource indicator name none. */
export function isOurResource(resource: string | undefined, publicUrl: string): boolean {
  if (resource === undefined) return true;
  const plain = resource.replace(/\/$/, '');
  // The document of the host names its origin, and some programs take that.
  return plain === `${publicUrl}/mcp` || plain === publicUrl;
}
