import type { WireAnswer } from './exchange.ts';

export interface FuzzFailure {
  /** The number of the request, from which it can be made again. */
  number: number;
  what: string;
  /** The operation, or the odd bytes: failures of a kind with the same fault are counted together. */
  kind: string;
  fault: string;
  sent: string;
  answer: WireAnswer | null;
  /** The program's log line about it. */
  logged: string | null;
}

export interface Report {
  passed(): void;
  failed(failure: FuzzFailure): void;
  /** Reports a fault that no single request caused. */
  failedAsAWhole(fault: string): void;
  counts(): { passed: number; failed: number };
  /** How often each thing went wrong. */
  summary(): string;
}

const shownOfAKind = 3;
const textMax = 1500;

/** Tells each failure with the way to repeat it, and of many of a kind only the first. */
export function openReport(seed: number, tell: (text: string) => void): Report {
  const kinds = new Map<string, number>();
  let passed = 0;
  let failed = 0;
  return {
    passed: () => {
      passed += 1;
    },
    failed(failure) {
      failed += 1;
      const kind = `${failure.kind}: ${failure.fault}`;
      const times = (kinds.get(kind) ?? 0) + 1;
      kinds.set(kind, times);
      if (times <= shownOfAKind) tell(failureText(failure, seed));
    },
    failedAsAWhole(fault) {
      failed += 1;
      tell(`\nFAILED: ${fault}`);
    },
    counts: () => ({ passed, failed }),
    summary: () =>
      [...kinds]
        .sort(([, a], [, b]) => b - a)
        .map(([kind, times]) => `${String(times).padStart(6)} × ${kind}`)
        .join('\n'),
  };
}

export const repeatCommand = (seed: number, number: number) =>
  `npm run test:fuzz -- --seed ${seed} --only ${number}`;

function failureText({ number, what, fault, sent, answer, logged }: FuzzFailure, seed: number): string {
  return [
    `\nFAILED request ${number}, ${what}: ${fault}`,
    indented('sent', sent),
    answer ? indented('answered', answerText(answer)) : null,
    logged ? indented('logged', logged) : null,
    `  repeat: ${repeatCommand(seed, number)}`,
  ]
    .filter((part) => part !== null)
    .join('\n');
}

const indented = (title: string, text: string) =>
  `  ${title}:\n${shortened(text)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}`;

export const answerText = ({ status, headers, body }: WireAnswer): string =>
  `${status} ${JSON.stringify(headers)}\n${body}`;

/** Readable on a terminal: control bytes are escaped, and the middle of what is long is left out. */
function shortened(text: string): string {
  const readable = text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, (byte) =>
    byte === '\r' ? '' : JSON.stringify(byte).slice(1, -1),
  );
  if (readable.length <= textMax) return readable;
  const half = textMax / 2;
  return `${readable.slice(0, half)} … (${readable.length - textMax} more) … ${readable.slice(-half)}`;
}
