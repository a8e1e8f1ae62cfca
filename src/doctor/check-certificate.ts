import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { type Finding, fault, ok, skipped, warning } from '#core/parts/health.ts';

const timeoutMs = 5_000;
const daysMin = 3;
const daysGood = 14;
const dayMs = 86_400_000;
const renew = 'Renew it, and look why the automatic renewal did not (docs/guide/deploying.md).';

/** The certificate that callers meet at PUBLIC_URL: who trusts it, and until when it is valid. */
export async function checkCertificate(publicUrl: string, now: Date): Promise<Finding[]> {
  if (!publicUrl.startsWith('https:'))
    return [skipped('certificate', 'PUBLIC_URL is not set to an https address.')];
  const { hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  let socket: TLSSocket | undefined;
  try {
    socket = connect({
      host,
      port: Number(port || 443),
      servername: /^[\d.]+$|:/.test(host) ? '' : host,
      rejectUnauthorized: false,
    });
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return [
      validity(hostname, new Date(socket.getPeerCertificate().valid_to), now),
      ...trust(hostname, socket),
    ];
  } catch (error) {
    const { message, code, name } = error as NodeJS.ErrnoException;
    const reason = name === 'AbortError' ? 'no answer within five seconds' : (code ?? message);
    return [
      warning(
        'certificate',
        `The certificate of ${hostname} could not be read from this machine: ${reason}.`,
        'Open PUBLIC_URL in a browser. If that works, this machine may not be able to reach its own public address.',
      ),
    ];
  } finally {
    socket?.destroy();
  }
}

function validity(hostname: string, until: Date, now: Date): Finding {
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  const day = until.toISOString().slice(0, 10);
  if (days < 0) return fault('certificate', `The certificate of ${hostname} expired on ${day}.`, renew);
  const says = `The certificate of ${hostname} is valid until ${day}.`;
  if (days < daysMin) return fault('certificate', says, renew);
  return days < daysGood ? warning('certificate', says, renew) : ok('certificate', says);
}

/** An expired certificate is reported by its date. */
function trust(hostname: string, { authorized, authorizationError }: TLSSocket): Finding[] {
  const reason = String(authorizationError);
  if (authorized || reason.includes('CERT_HAS_EXPIRED')) return [];
  return [
    warning(
      'certificate',
      `This machine does not trust the certificate of ${hostname}: ${reason}.`,
      'Send the whole chain for this name, or ignore this if your own authority signed it.',
    ),
  ];
}
