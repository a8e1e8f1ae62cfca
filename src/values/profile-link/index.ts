import { digestId } from '#core/ids.ts';
import {
  type Address,
  faultOfAddress,
  faultOfText,
  LINK_LENGTH_MAX,
  splitAddress,
  unwrapPaste,
  withoutTrailingPunctuation,
} from './address.ts';
import { type Site, siteOf } from './hosts.ts';
import { segmentsOf } from './segments.ts';
import type { ExtraHost, ParsedLink, Reading, RefusalReason } from './shapes.ts';

export type { ExtraHost, Network, ParsedLink, ProfileLink, RefusalReason } from './shapes.ts';
export { reasonSentence } from './shapes.ts';

// White space or a second link after the handle: a cell with two people must not be read as the first.
const MORE_THAN_A_LINK = /\s|:\/\//;

/**
 * Turns any spelling of a profile link into its canonical form, or says why it is refused. Never throws. `suggestion` is a
 * canonical link that the caller may have meant.
 */
export function parseProfileLink(raw: string, extraHosts: readonly ExtraHost[] = []): ParsedLink {
  const text = unwrapPaste(raw);
  const parsed = parseText(text, extraHosts);
  if (parsed.ok || parsed.suggestion !== null || parsed.reason !== 'invalid_handle') return parsed;

  const trimmed = withoutTrailingPunctuation(text);
  if (trimmed === text) return parsed;
  const retried = parseText(trimmed, extraHosts);
  return retried.ok ? { ...parsed, suggestion: retried.profile.url } : parsed;
}

function parseText(text: string, extraHosts: readonly ExtraHost[]): ParsedLink {
  const address = splitAddress(text.slice(0, LINK_LENGTH_MAX));
  const site = typeof address === 'string' ? null : siteOf(address.host, extraHosts);
  const fault = faultOfText(text) ?? faultIn(address, site);
  if (fault !== null || site === null || typeof address === 'string')
    return refusedBy(fault === 'not_a_url' ? null : site, fault ?? 'unsupported_host');

  const reading = site.read(segmentsOf(address.path), address.query);
  if (!reading.found) return refusedBy(site, reading.reason, suggestionOf(site, reading, extraHosts));
  if (MORE_THAN_A_LINK.test(address.path)) return refusedBy(null, 'not_a_url');
  const { network, host } = site;
  return {
    ok: true,
    profile: { network, host, handle: reading.handle, url: `https://${host}/${reading.path}` },
  };
}

const faultIn = (address: Address | RefusalReason, site: Site | null): RefusalReason | null =>
  typeof address === 'string' ? address : faultOfAddress(address, site !== null);

const refusedBy = (
  site: Site | null,
  reason: RefusalReason,
  suggestion: string | null = null,
): ParsedLink => ({
  ok: false,
  network: site?.network ?? null,
  reason,
  suggestion,
});

function suggestionOf(
  site: Site,
  { suggestedPath, redirectTo }: Extract<Reading, { found: false }>,
  extraHosts: readonly ExtraHost[],
): string | null {
  if (suggestedPath !== undefined) return `https://${site.host}/${suggestedPath}`;
  if (redirectTo === undefined) return null;
  const behind = parseText(unwrapPaste(redirectTo), extraHosts);
  return behind.ok ? behind.profile.url : behind.suggestion;
}

/** The hash that identifies a profile in every table. Takes the canonical link. */
export const profileHashOf = (canonicalUrl: string): string => digestId('profile', canonicalUrl);
