import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Reply, takeReply } from './read-reply.ts';

/** Why a dialogue ended without a reply. `protocol`: the server sent what isn't SMTP, or more than was asked. */
export type DialogueEnd = 'closed' | 'timeout' | 'protocol' | 'tls';

export class DialogueEnded extends Error {
  readonly why: DialogueEnd;

  constructor(why: DialogueEnd) {
    super(`the dialogue ended: ${why}`);
    this.why = why;
  }
}

/** One SMTP connection, a command at a time. Every method fails with `DialogueEnded`. */
export interface Dialogue {
  /** The reply to the connection itself. */
  greeting(): Promise<Reply>;
  send(command: string): Promise<Reply>;
  /** Starts TLS after the server agreed to. Certificates aren't checked: we tell no secret and ask only whom DNS named. */
  secure(serverName: string): Promise<void>;
  close(): void;
}

const replyBytesMax = 64 * 1024;

/** @param replyMs how long to wait for each reply */
export function openDialogue(plain: Socket, replyMs: number, signal: AbortSignal): Dialogue {
  let socket: Socket = plain;
  const replies = openReplies(replyMs, () => socket.destroy());
  const onAbort = () => replies.end('timeout');
  signal.addEventListener('abort', onAbort, { once: true });

  function listen(to: Socket) {
    socket = to;
    to.setEncoding('latin1');
    to.on('data', replies.add);
    to.on('error', () => replies.end('closed'));
    to.on('close', () => replies.end('closed'));
  }

  listen(plain);
  return {
    greeting: replies.next,
    send(command) {
      replies.refuseUnasked();
      socket.write(`${command}\r\n`, 'utf8');
      return replies.next();
    },
    async secure(serverName) {
      // Plain text must not count as sent over TLS.
      replies.refuseUnasked();
      plain.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
      listen(await secured(plain, serverName, replyMs));
    },
    close() {
      signal.removeEventListener('abort', onAbort);
      replies.end('closed');
    },
  };
}

/** The replies of one connection. `onEnd` closes it. */
function openReplies(replyMs: number, onEnd: () => void) {
  let arrived = '';
  let ended: DialogueEnd | undefined;
  let wake = () => {};

  function end(why: DialogueEnd) {
    ended ??= why;
    onEnd();
    wake();
  }

  return {
    end,
    add(text: string) {
      arrived += text;
      if (arrived.length > replyBytesMax) end('protocol');
      else wake();
    },
    /** A reply to no command would be taken for the answer to the next command, and so on to the last. */
    refuseUnasked() {
      if (arrived !== '') end('protocol');
      if (ended) throw new DialogueEnded(ended);
    },
    async next(): Promise<Reply> {
      const timer = setTimeout(() => end('timeout'), replyMs);
      try {
        for (;;) {
          const taken = takeReply(arrived);
          if (taken === 'garbage') end('protocol');
          else if (taken) {
            arrived = taken.rest;
            return taken.reply;
          }
          if (ended) throw new DialogueEnded(ended);
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const secured = (socket: Socket, serverName: string, timeoutMs: number): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const tls = connectTls({
      socket,
      servername: isIP(serverName) ? '' : serverName,
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
    });
    const fail = () => {
      clearTimeout(timer);
      tls.destroy();
      reject(new DialogueEnded('tls'));
    };
    const timer = setTimeout(fail, timeoutMs);
    tls.once('error', fail).once('close', fail);
    tls.once('secureConnect', () => {
      clearTimeout(timer);
      tls.removeListener('error', fail).removeListener('close', fail);
      resolve(tls);
    });
  });
