/** An answer as bytes on the wire, without its times, ids and the person. */
export interface Seen {
  hidden: boolean;
  /** Milliseconds from the request to the last byte of the answer. */
  ms: number;
  bytes: number;
  shape: string;
}

const hiddenValue = '…';
/** Parts that differ between any two answers. Their length is fixed. */
const changing: readonly RegExp[] = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g,
  /(?<=^date: ).*$/gim,
  /(?<=^x-request-id: ).*$/gim,
  /(?<=^etag: ).*$/gim,
  /(?<=\b(?:lkp|job|opt|ses)_)\w+/g,
  /(?<=^ratelimit: ).*$/gim,
  /(?<=[?&](?:id|token)=)[\w.-]+/g,
  /(?<="nonce":")[^"]+/g,
];

/** @param person what differs between people: a part of their link and address */
export const shapeOf = (answer: string, person: string): string =>
  changing.reduce((text, form) => text.replaceAll(form, hiddenValue), answer.replaceAll(person, 'person'));

export interface ShapeFault {
  shape: string;
  hidden: number;
  others: number;
}

/** By chance, one group alone has a shape this often once in a million times. */
const oneSidedMin = 20;

/** Shapes that only one of the groups has. */
export function oneSidedShapes(seen: readonly Seen[]): ShapeFault[] {
  const counts = new Map<string, ShapeFault>();
  for (const { shape, hidden } of seen) {
    const count = counts.get(shape) ?? { shape, hidden: 0, others: 0 };
    count[hidden ? 'hidden' : 'others'] += 1;
    counts.set(shape, count);
  }
  return [...counts.values()].filter(
    ({ hidden, others }) => Math.min(hidden, others) === 0 && hidden + others >= oneSidedMin,
  );
}
