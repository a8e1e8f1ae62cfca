import type { DialMail } from '#platform/outgoing/index.ts';
import { type Finding, found, type Reason } from '#values/email-finding.ts';
import { type Dialogue, DialogueEnded, openDialogue } from './dialogue.ts';
import { aboutMailbox, codesOf, offers, type Reply, retryAfterMs } from './read-reply.ts';

/** How the service presents itself to mail servers. */
export interface Introduction {
  /** The name in `EHLO`. It should resolve to this machine's address, and that address back to it. */
  helo: string;
  /** The address in `MAIL FROM`. */
  sender: string;
}

export interface Question extends Introduction {
  /** Normalized. */
  address: string;
  /** An address of the same domain without a mailbox. The same one each time, because greylists remember whom they saw. */
  nobody: string;
}

export interface HostTimes {
  connectMs: number;
  replyMs: number;
}

/** Whether another server of the domain may know more: this one wasn't reached, or didn't talk to us. */
type Asked = { finding: Finding; mayAskNext: boolean };

/** Asks one server up to `RCPT TO`. Sends no mail. */
export async function askHost(
  dial: DialMail,
  exchange: string,
  question: Question,
  times: HostTimes,
  signal: AbortSignal,
): Promise<Asked> {
  const first = await tryHost(dial, exchange, question, { ...times, signal, withTls: true });
  // Some servers offer a TLS that is older than ours, or broken.
  return first === 'tls_failed'
    ? ((await tryHost(dial, exchange, question, { ...times, signal, withTls: false })) as Asked)
    : first;
}

interface Try extends HostTimes {
  signal: AbortSignal;
  withTls: boolean;
}

async function tryHost(
  dial: DialMail,
  mx: string,
  question: Question,
  { connectMs, replyMs, signal, withTls }: Try,
): Promise<Asked | 'tls_failed'> {
  const unknown = (reason: Reason, connected: boolean): Asked => ({
    finding: found('unknown', reason, { mx, connected }),
    mayAskNext: true,
  });
  let dialogue: Dialogue;
  try {
    dialogue = openDialogue(await dial(mx, { connectMs }), replyMs, signal);
  } catch (error) {
    const isRefused = (error as { code?: string }).code === 'address_refused';
    return unknown(isRefused ? 'not_public' : 'unreachable', false);
  }
  try {
    const { finding, mayAskNext } = await converse(dialogue, mx, question, withTls);
    return { finding: { ...finding, mx, connected: true }, mayAskNext };
  } catch (error) {
    if (!(error instanceof DialogueEnded)) throw error;
    if (error.why === 'tls' && withTls) return 'tls_failed';
    return unknown(error.why === 'protocol' ? 'protocol' : 'unreachable', true);
  } finally {
    dialogue.close();
  }
}

async function converse(
  dialogue: Dialogue,
  mx: string,
  question: Question,
  withTls: boolean,
): Promise<Asked> {
  const greeting = await dialogue.greeting();
  if (greeting.code !== 220) return refusedUs(greeting);
  const hello = await introduce(dialogue, mx, question.helo, withTls);
  if (hello.code !== 250) return refusedUs(hello);

  const isAscii = /^[\0-\x7f]*$/.test(question.address);
  if (!isAscii && !offers(hello, 'SMTPUTF8')) return last(found('unknown', 'needs_smtputf8'));
  const from = await dialogue.send(`MAIL FROM:<${question.sender}>${isAscii ? '' : ' SMTPUTF8'}`);
  if (from.code !== 250) return refusedUs(from);
  return last(await askAbout(dialogue, question));
}

async function introduce(dialogue: Dialogue, mx: string, helo: string, withTls: boolean): Promise<Reply> {
  const hello = await dialogue.send(`EHLO ${helo}`);
  if (hello.code !== 250) return dialogue.send(`HELO ${helo}`);
  if (!withTls || !offers(hello, 'STARTTLS')) return hello;
  const start = await dialogue.send('STARTTLS');
  if (start.code !== 220) return hello;
  await dialogue.secure(mx);
  return dialogue.send(`EHLO ${helo}`);
}

const last = (finding: Finding): Asked => ({ finding, mayAskNext: false });

/** Refused before any mailbox was named. */
function refusedUs(reply: Reply): Asked {
  const isLater = reply.code >= 400 && reply.code < 500;
  const more = { reply: codesOf(reply), retryAfterMs: isLater ? retryAfterMs(reply) : null };
  return { finding: found('unknown', isLater ? 'deferred' : 'refused_us', more), mayAskNext: true };
}

/**
 * Asks about the mailbox, and then about one that doesn't exist. It is valid only if the server takes the first, refuses the second for having no
 * such mailbox, and was answering the command that we sent last: a server that is a reply ahead of us would swap the two.
 */
async function askAbout(dialogue: Dialogue, { address, nobody }: Question): Promise<Finding> {
  const reply = await dialogue.send(`RCPT TO:<${address}>`);
  const about = aboutMailbox(reply);
  const said = { reply: codesOf(reply) };
  if (about === 'deferred') {
    // A greylist that hasn't seen the other address would defer it on the second try.
    await dialogue.send(`RCPT TO:<${nobody}>`).catch(() => {});
    return found('unknown', about, { ...said, retryAfterMs: retryAfterMs(reply) });
  }
  if (about === 'no_mailbox')
    return (await stepOf(dialogue)) === 'out' ? found('unknown', 'protocol') : found('invalid', about, said);
  if (about === 'mailbox_full') return found('risky', about, said);
  if (about !== 'accepted') return found('unknown', about, said);

  const other = await dialogue.send(`RCPT TO:<${nobody}>`);
  const aboutOther = aboutMailbox(other);
  if (aboutOther === 'accepted') return found('catch_all', 'catch_all', said);
  if (aboutOther === 'deferred')
    return found('unknown', aboutOther, { reply: codesOf(other), retryAfterMs: retryAfterMs(other) });
  const isTold = aboutOther === 'no_mailbox' || (aboutOther === 'unclear' && other.code === 550);
  if (!isTold) {
    const reason = aboutOther === 'mailbox_full' ? 'unclear' : aboutOther;
    return found('unknown', reason, { reply: codesOf(other) });
  }
  return (await stepOf(dialogue)) === 'in' ? found('valid', 'accepted', said) : found('unknown', 'protocol');
}

/** Whether the server answers the command that was sent last. `RSET` ends the envelope, and only `250` answers it. */
async function stepOf(dialogue: Dialogue): Promise<'in' | 'out' | 'ended'> {
  try {
    const reset = await dialogue.send('RSET');
    if (reset.code !== 250) return reset.code === 421 ? 'ended' : 'out';
    const quit = await dialogue.send('QUIT');
    return quit.code === 221 ? 'in' : 'out';
  } catch (error) {
    return error instanceof DialogueEnded && error.why !== 'protocol' ? 'ended' : 'out';
  }
}
