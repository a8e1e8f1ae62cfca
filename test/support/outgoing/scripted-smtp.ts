import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { selfSignedLoopback } from './self-signed.ts';

/** What a server sends: text as it is, nothing at all, or it ends the connection, at once or after a text. */
export type Sent = string | null | { hangUp: string };

export interface SmtpScript {
  /** Default: `220 mx.example ESMTP`. */
  greeting?: Sent;
  greetsAfter?: Promise<void>;
  /** Replies by command, in upper case: `EHLO`, `HELO`, `STARTTLS`, `MAIL`, `RSET`, `QUIT`. Others are answered well. */
  on?: Readonly<Record<string, Sent>>;
  /** The mailboxes, without their domain. Default: `mira`. */
  mailboxes?: readonly string[];
  /** The reply to `RCPT TO` for a mailbox that exists, and for one that doesn't. `seen`: how often this recipient was named before. */
  rcpt?: (named: { local: string; isKnown: boolean; seen: number; isSecure: boolean; nth: number }) => Sent;
  /** Offers STARTTLS. `broken`: what follows isn't TLS. */
  tls?: 'works' | 'broken';
}

export interface ScriptedSmtp extends AsyncDisposable {
  port: number;
  /** Commands so far, of all connections. */
  commands: string[];
  /** Connections so far. */
  connections: number;
}

const noSuchUser = '550 5.1.1 No such user\r\n';
const ok = '250 2.1.5 OK\r\n';
const tlsOptions = selfSignedLoopback();

/** A mail server that follows a script, well or badly. */
export async function openScriptedSmtp(script: SmtpScript): Promise<ScriptedSmtp> {
  const seen = new Map<string, number>();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    scripted.connections += 1;
    socket.on('close', () => open.delete(socket));
    const greeting = script.greeting === undefined ? '220 mx.example ESMTP\r\n' : script.greeting;
    if (script.greetsAfter) script.greetsAfter.then(() => send(socket, greeting));
    else send(socket, greeting);
    converse(socket, false);
  });
  let recipients = 0;

  function converse(socket: Socket, isSecure: boolean) {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8');
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const command = text.slice(0, end);
        text = text.slice(end + 2);
        scripted.commands.push(command);
        const sent = answer(command, isSecure);
        send(socket, sent);
        if (command !== 'STARTTLS' || typeof sent !== 'string' || !sent.startsWith('220')) continue;
        socket.removeAllListeners('data');
        if (script.tls === 'broken') socket.write('this is not TLS at all\r\n');
        else converse(new TLSSocket(socket, { isServer: true, ...tlsOptions }), true);
      }
    });
  }

  function answer(command: string, isSecure: boolean): Sent {
    const [verb = ''] = command.toUpperCase().split(' ');
    const told = script.on?.[verb];
    if (told !== undefined) return told;
    if (verb === 'EHLO')
      return script.tls && !isSecure
        ? '250-mx.example\r\n250 STARTTLS\r\n'
        : '250-mx.example\r\n250 PIPELINING\r\n';
    if (verb === 'STARTTLS') return '220 go ahead\r\n';
    if (verb === 'QUIT') return { hangUp: '221 bye\r\n' };
    if (verb !== 'RCPT') return '250 OK\r\n';
    const address = /<(.*)>/.exec(command)![1]!;
    const local = address.slice(0, address.lastIndexOf('@'));
    const isKnown = (script.mailboxes ?? ['mira']).includes(local);
    const before = seen.get(address) ?? 0;
    seen.set(address, before + 1);
    recipients += 1;
    const named = { local, isKnown, seen: before, isSecure, nth: recipients };
    return script.rcpt ? script.rcpt(named) : isKnown ? ok : noSuchUser;
  }

  const scripted: ScriptedSmtp = {
    port: 0,
    commands: [],
    connections: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scripted.port = (server.address() as AddressInfo).port;
  return scripted;
}

function send(socket: Socket, sent: Sent) {
  if (typeof sent === 'string') socket.write(sent);
  else if (sent) socket.end(sent.hangUp);
}
