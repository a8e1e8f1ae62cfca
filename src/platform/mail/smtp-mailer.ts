import type { Transporter } from 'nodemailer';
import { isLoopbackName } from '#core/machine/development.ts';
import type { Delivery, Mailer } from './mailer.ts';

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. The operator's own, so it may be in a private network. */
  url: string;
  /** `Name <address>`, or an address. */
  from: string;
  /** Where answers go. Empty: to the sender. */
  replyTo?: string;
  /** For everything that one mail needs. Default: a minute. */
  timeoutMs?: number;
}

export interface SmtpMailer extends Mailer {
  /** Connects and signs in, and sends nothing. Returns why that failed, or null. */
  check(): Promise<string | null>;
}

const minute = 60_000;
const stepMs = 15_000;

/** Sends each mail over a connection of its own, so that no server's limit on idle ones matters. */
export function openSmtpMailer({ url, from, replyTo, timeoutMs = minute }: SmtpMailerOptions): SmtpMailer {
  const sender = readSender(from);
  let opened: Promise<Transporter> | undefined;
  const transport = () => {
    opened ??= openTransport(url);
    return opened;
  };
  return {
    async deliver({ id, to, subject, text, html, unsubscribe }, noteFault = () => {}) {
      if (!addressForm.test(to)) {
        noteFault('not one address');
        return 'refused';
      }
      try {
        await (await transport()).sendMail({
          from: sender,
          to: { name: '', address: to },
          messageId: `<${id}@${domainOf(sender.address)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribe) },
          ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
          subject,
          text,
          html,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return 'accepted';
      } catch (error) {
        noteFault(faultOf(error as SmtpError));
        return deliveryOf(error as SmtpError);
      }
    },
    async check() {
      try {
        await (await transport()).verify();
        return null;
      } catch (error) {
        return faultOf(error as SmtpError);
      }
    },
  };
}

/** A service without a mail server needn't load the library. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    ...connectionOf(url),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** One click (RFC 8058), which needs both headers. */
const unsubscribeHeaders = (url: string | undefined): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** A password never leaves unencrypted. A relay on this machine may have a certificate of its own making. */
function connectionOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isHere = isLoopbackName(hostname);
  const isSecure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && !isHere && username !== '',
    tls: { rejectUnauthorized: !isHere, minVersion: 'TLSv1.2' as const },
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
  };
}

const senderForm =
  /^(?:(?<name>[^<>"\r\n]*?)\s*<(?<quoted>[^\s@<>,;]+@[^\s@<>,;]+)>|(?<bare>[^\s@<>,;]+@[^\s@<>,;]+))$/;

/** Whether a text is a sender such as `Contactry <mails@example.com>`. */
export const isSender = (text: string): boolean => senderForm.test(text);

function readSender(text: string): { name: string; address: string } {
  const { name = '', quoted, bare } = senderForm.exec(text)!.groups!;
  return { name, address: (quoted ?? bare)! };
}

/** One address: the library would read a comma as the start of another. */
const addressForm = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The members of nodemailer's errors. */
interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  /** The system's, such as `ECONNREFUSED`, or that of TLS. */
  originalCode?: string;
}

/** RFC 3463: `5.1.1`. */
const enhancedStatus = ({ response = '' }: SmtpError): string =>
  /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';

/** Without the server's words, which may name the address or the user. */
function faultOf(error: SmtpError): string {
  const { code = 'unknown', originalCode, responseCode } = error;
  if (!responseCode) return originalCode ?? code;
  const step = code === 'ETLS' || code === 'EAUTH' ? code : '';
  return [step, 'SMTP', responseCode, enhancedStatus(error)].filter(Boolean).join(' ');
}

/**
 * Some 5xx answers are for the operator to repair, so the mail is retried: those to our greeting, password or sender, refusals by
 * policy (5.7, RFC 3463), and refusals to relay. 503 means that a command came too early.
 */
function deliveryOf(error: SmtpError): Delivery {
  const { responseCode = 0, command = '', response = '' } = error;
  const status = enhancedStatus(error);
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  if (!isAboutMail || responseCode < 400) return 'unreachable';
  if (responseCode < 500 || responseCode === 503) return 'deferred';
  if (status.startsWith('5.7.') || /relay/i.test(response)) return 'unreachable';
  // A mailbox that is full, or too small for this mail, takes others.
  if (status === '5.2.2' || status === '5.2.3') return 'refused';
  const isAddress = command === 'RCPT TO' || /^5\.[12]\./.test(status);
  return isAddress ? 'address_refused' : 'refused';
}
