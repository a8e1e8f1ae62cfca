import type { Outgoing } from '#platform/outgoing/index.ts';
import { type Finding, found } from '#values/email-finding.ts';
import type { MailboxCheck } from '../mailbox-check.ts';
import { askHost, type HostTimes, type Introduction } from './ask-host.ts';

export interface SmtpCheckOptions {
  outgoing: Pick<Outgoing, 'mail'>;
  /** Null while the operator has set no name: then DNS alone is asked. */
  introduction: () => Introduction | null;
  /** The part before the @ of an address without a mailbox. */
  nobodyAt: (domain: string) => string;
  times?: HostTimes;
  /** Whether this hour's budget has a question to this server left. Counts it. */
  mayAsk?: (host: string) => Promise<boolean>;
  onAsked?: (connected: boolean) => Promise<void>;
}

const hostsMax = 3;
const times: HostTimes = { connectMs: 5000, replyMs: 15_000 };

/** Asks the domain's mail servers, in their order of preference, up to the first that talks to us. */
export function openSmtpCheck(options: SmtpCheckOptions): MailboxCheck {
  const { mail } = options.outgoing;
  return {
    id: 'smtp',
    async check(address, signal) {
      const domain = address.slice(address.lastIndexOf('@') + 1);
      const { state, hosts } = await mail.exchangesOf(domain);
      if (state !== 'accepts_mail') return withoutServer[state];
      const introduction = options.introduction();
      if (introduction === null) return found('unknown', 'no_smtp', { mx: hosts[0]! });

      const question = { ...introduction, address, nobody: `${options.nobodyAt(domain)}@${domain}` };
      let answer = found('unknown', 'deferred', { mx: hosts[0]! });
      for (const host of hosts.slice(0, hostsMax)) {
        const turn = await mail.turnAt(host, signal);
        if (!turn.ok) continue;
        try {
          if ((await options.mayAsk?.(host)) === false) break;
          const asked = await askHost(mail.dial, host, question, options.times ?? times, signal);
          mail.note(host, asked.finding.connected === true);
          await options.onAsked?.(asked.finding.connected === true);
          answer = better(answer, asked.finding);
          if (!asked.mayAskNext || signal.aborted) break;
        } finally {
          turn.leave();
        }
      }
      return answer;
    },
  };
}

/** A server that deferred or refused us says more than one that wasn't reached. */
const better = (known: Finding, next: Finding): Finding =>
  next.connected || known.connected === null ? next : known;

const withoutServer = {
  nonexistent: found('invalid', 'no_domain'),
  null_mx: found('invalid', 'null_mx'),
  no_mail: found('invalid', 'no_mail_server'),
  unknown: found('unknown', 'dns_failed'),
} as const;
