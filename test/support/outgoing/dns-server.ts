import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, type Question } from 'dns-packet';

export interface DnsZone {
  mx?: [priority: number, exchange: string][];
  a?: string[];
  aaaa?: string[];
  cname?: string;
  /** 2 SERVFAIL, 3 NXDOMAIN, 5 REFUSED. */
  rcode?: number;
  /** Never answers. */
  isSilent?: boolean;
}

export interface DnsServer extends AsyncDisposable {
  /** For `Resolver.setServers`. */
  address: string;
  zones: Record<string, DnsZone>;
}

/** A name server on a loopback port. Names without a zone don't exist. */
export async function openDnsServer(zones: Record<string, DnsZone>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, from) => {
    const query = decode(bytes);
    const question = query.questions![0]!;
    const zone = zones[question.name.toLowerCase()];
    if (zone?.isSilent) return;
    const rcode = zone ? (zone.rcode ?? 0) : 3;
    const answers = rcode === 0 ? answersOf(zones, question) : [];
    const flags = 0x8000 | 0x0100 | 0x0080 | rcode;
    const reply = encode({ type: 'response', id: query.id, flags, questions: [question], answers });
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zones,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function answersOf(zones: Record<string, DnsZone>, { name, type }: Question): Answer[] {
  const { mx = [], a = [], aaaa = [], cname } = zones[name.toLowerCase()] ?? {};
  if (cname) return [{ type: 'CNAME', name, data: cname }, ...answersOf(zones, { name: cname, type })];
  if (type === 'MX')
    return mx.map(([preference, exchange]) => ({ type: 'MX', name, data: { preference, exchange } }));
  if (type === 'A') return a.map((data) => ({ type: 'A', name, data }));
  return type === 'AAAA' ? aaaa.map((data) => ({ type: 'AAAA', name, data })) : [];
}
