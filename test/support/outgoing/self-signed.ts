import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** One DER value: tag, length, content (X.690 §8.1). */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const integer = (...bytes: number[]) => der(0x02, Buffer.from(bytes));
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const utcTime = (text: string) => der(0x17, Buffer.from(text));

const ed25519 = sequence(oid(0x2b, 0x65, 0x70));
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))));

/** subjectAltName with one IPv4 address (RFC 5280 §4.2.1.6). */
const forAddress = (...octets: number[]) =>
  sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x87, Buffer.from(octets)))));

/** A self-signed certificate for 127.0.0.1, generated on every run so that the repository contains no private key. */
export function selfSignedLoopback(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pemOf(certificate(publicKey, privateKey)),
  };
}

const sha256WithRsa = sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b), der(0x05));

/** A self-signed certificate of an RSA key, as PEM. */
export const rsaCertificate = (publicKey: KeyObject, privateKey: KeyObject): string =>
  pemOf(certificate(publicKey, privateKey, sha256WithRsa, 'sha256'));

const pemOf = (bytes: Buffer): string => {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
};

/** Version 3, serial 1, valid from 2020 to 2049, issuer and subject the same (RFC 5280 §4.1). */
function certificate(
  publicKey: KeyObject,
  privateKey: KeyObject,
  algorithm = ed25519,
  digest: string | null = null,
): Buffer {
  const name = commonName('stand-in.example');
  const toSign = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(utcTime('200101000000Z'), utcTime('490101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(forAddress(127, 0, 0, 1))),
  );
  return sequence(toSign, algorithm, der(0x03, Buffer.from([0]), sign(digest, toSign, privateKey)));
}
