/** A server's reply (RFC 5321 §4.2). */
export interface Reply {
  code: number;
  /** RFC 3463, such as `5.1.1`. */
  enhanced: string | null;
  /** Its lines, without codes. */
  lines: string[];
}

const line = /^(\d{3})(?:([ -])(.*))?$/s;
const enhancedStatus = /^([245]\.\d{1,3}\.\d{1,3})\b/;

/**
 * Takes the first whole reply off the text that has arrived. Null while one is incomplete, `garbage` for what isn't SMTP. Some servers end
 * their lines with a line feed alone.
 */
export function takeReply(text: string): { reply: Reply; rest: string } | 'garbage' | null {
  const lines: string[] = [];
  let code: string | undefined;
  for (let from = 0, end = text.indexOf('\n'); end !== -1; from = end + 1, end = text.indexOf('\n', from)) {
    const parts = line.exec(text.slice(from, end).replace(/\r$/, ''));
    if (!parts || (code !== undefined && parts[1] !== code)) return 'garbage';
    code = parts[1]!;
    lines.push(parts[3] ?? '');
    if (parts[2] === '-') continue;
    const enhanced = enhancedStatus.exec(lines[0]!)?.[1] ?? null;
    return { reply: { code: Number(code), enhanced, lines }, rest: text.slice(end + 1) };
  }
  return null;
}

export const codesOf = ({ code, enhanced }: Reply): string => [code, enhanced].filter(Boolean).join(' ');

/** Whether an EHLO reply offers an extension. Its first line is the server's name. */
export const offers = ({ lines }: Reply, extension: string): boolean =>
  lines.slice(1).some((offered) => offered.split(' ', 1)[0]!.toUpperCase() === extension);

/**
 * The state of a mailbox by the reply to `RCPT TO`. `refused_us` is about the sender: its address, its reputation, the number of its
 * questions. `unclear` is a refusal that may be either.
 */
export type AboutMailbox = 'accepted' | 'no_mailbox' | 'mailbox_full' | 'refused_us' | 'deferred' | 'unclear';

const fullMailbox = /full|quota|over limit|insufficient (?:system )?storage|exceeded.{0,20}storage/i;
const aboutSender =
  /block|spam|black.?list|listed|\brbl\b|dnsbl|reputation|policy|denied by|not allowed to|rate|too many|reverse|\bptr\b|\bspf\b|\bdmarc\b|helo|ehlo|sender|relay|authenticat|client host|your (?:ip|server|host)|greylist/i;
const noMailbox =
  /user unknown|unknown (?:user|recipient|mailbox|local)|no such|not exist|doesn'?t exist|does not have|not found|no mailbox|invalid (?:recipient|mailbox|address|user)|(?:address|recipient|mailbox|account|user).{0,40}(?:unknown|rejected|invalid|disabled|inactive|unavailable|deactivated|suspended|not (?:a )?(?:valid|known|found|exist))|no longer|undeliverable|bad destination mailbox/i;

/**
 * Status codes for a mailbox that is missing, moved or disabled, and for a domain that the server doesn't serve (RFC 3463, IANA's
 * registry). Exchange sends 5.4.1 and 5.1.10 for an unknown recipient.
 */
const statusOfNoMailbox = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.1']);

export function aboutMailbox({ code, enhanced, lines }: Reply): AboutMailbox {
  const words = lines.join(' ');
  if (code === 250 || code === 251) return 'accepted';
  if (code >= 400 && code < 500) {
    if (code === 452 || enhanced === '4.2.2') return fullMailbox.test(words) ? 'mailbox_full' : 'deferred';
    return 'deferred';
  }
  if (code < 500) return 'unclear';
  if (code === 552 || enhanced === '5.2.2') return 'mailbox_full';
  if (enhanced?.startsWith('5.7.')) return 'refused_us';
  // Codes are copied from examples. Words about the sender count more.
  if (aboutSender.test(words) && !noMailbox.test(words)) return 'refused_us';
  if (enhanced !== null && statusOfNoMailbox.has(enhanced)) return 'no_mailbox';
  if (enhanced === null && aboutSender.test(words)) return 'unclear';
  return enhanced === null && noMailbox.test(words) && [550, 551, 553, 554].includes(code)
    ? 'no_mailbox'
    : 'unclear';
}

const minute = 60_000;
const waitNamed = /(\d{1,5}) ?(s\b|sec|m\b|min|h\b|hour)/i;

/** How long to wait before a second try: as the reply says, within one minute and one hour; else six minutes, as most greylists want five. */
export function retryAfterMs({ lines }: Reply): number {
  const named = waitNamed.exec(lines.join(' '));
  if (!named) return 6 * minute;
  const unit = named[2]!.toLowerCase()[0];
  const ms = Number(named[1]) * (unit === 's' ? 1000 : unit === 'm' ? minute : 60 * minute);
  return Math.min(Math.max(ms + 10_000, minute), 60 * minute);
}
