import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** The server's `no`: a reply code and its text. */
export interface SmtpRefusal {
  code: number;
  text: string;
}

export interface ReceivedMail {
  from: string;
  to: string[];
  isSecure: boolean;
  user: string | null;
  raw: string;
  /** The value of a header, unfolded, as it was sent. */
  header(name: string): string | null;
  /** The body of its only part, or of the first part of a type such as `text/html`, decoded. */
  body(type?: string): string;
}

/** An operator's mail server. Accepts every mail unless told otherwise. */
export interface SmtpStandIn extends AsyncDisposable {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Connections so far. */
  connections: number;
  /** Refuses the step, until set to null. */
  refusals: { sender: SmtpRefusal | null; recipient: SmtpRefusal | null; message: SmtpRefusal | null };
  /** It takes a message and never answers. */
  hangs: boolean;
  close(): Promise<void>;
}

const failure = ({ code, text }: SmtpRefusal) => Object.assign(new Error(text), { responseCode: code });
const refuseOr = (refusal: SmtpRefusal | null, done: (error?: Error | null) => void) =>
  refusal ? done(failure(refusal)) : done();

export async function openSmtp(options: SMTPServerOptions & { port?: number } = {}): Promise<SmtpStandIn> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    logger: false,
    onConnect(_session, done) {
      smtp.connections += 1;
      done();
    },
    onMailFrom: (_address, _session, done) => refuseOr(smtp.refusals.sender, done),
    onRcptTo: (_address, _session, done) => refuseOr(smtp.refusals.recipient, done),
    async onData(stream, session, done) {
      const raw = (await buffer(stream)).toString('utf8');
      if (smtp.hangs) return;
      if (smtp.refusals.message) return done(failure(smtp.refusals.message));
      const { mailFrom, rcptTo } = session.envelope;
      smtp.mails.push(
        received(raw, {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        }),
      );
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const smtp: SmtpStandIn = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails: [],
    connections: 0,
    refusals: { sender: null, recipient: null, message: null },
    hangs: false,
    close: () => new Promise((closed) => server.close(closed)),
    [Symbol.asyncDispose]: () => smtp.close(),
  };
  return smtp;
}

function received(raw: string, facts: Pick<ReceivedMail, 'from' | 'to' | 'isSecure' | 'user'>): ReceivedMail {
  const [head] = split(raw);
  const boundary = /boundary="?([^";\r\n]+)/.exec(head)?.[1];
  const parts = boundary
    ? raw
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => part.trimStart())
    : [raw];
  return {
    ...facts,
    raw,
    header: (name) => headerOf(head, name),
    body(type) {
      const part =
        parts.find((one) => !type || headerOf(split(one)[0], 'content-type')?.startsWith(type)) ?? '';
      const [partHead, text] = split(part);
      return decoded(text, headerOf(partHead, 'content-transfer-encoding') ?? '7bit');
    },
  };
}

function split(text: string): [head: string, body: string] {
  const at = text.indexOf('\r\n\r\n');
  return [text.slice(0, at), text.slice(at + 4)];
}

const headerOf = (head: string, name: string): string | null =>
  head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim() ?? null;

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64')
    return Buffer.from(text, 'base64').toString('utf8').replaceAll('\r\n', '\n').trim();
  const plain =
    encoding === 'quoted-printable'
      ? Buffer.from(
          text
            .replace(/=\r\n/g, '')
            .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString('utf8')
      : text;
  return plain.replaceAll('\r\n', '\n').trim();
}
