import type { Dice } from './dice.ts';

/** Values from one customer's earlier answers, for later requests. */
export interface Memory {
  /** The customer's own account. */
  account: string;
  /** Where the customer's requests come from. */
  address: string;
  remember(theme: string, answer: unknown): void;
  /** A value for a member or parameter of this name; undefined when none was seen. */
  recall(theme: string, name: string, dice: Dice): string | number | undefined;
  /** Bearer credentials: keys and tokens. */
  credentials(): readonly string[];
}

type Value = string | number;

const idForm = /^(?!cty_)[a-z]{3}_\w{8,}$/;
const credentialForm = /^cty_\w{30,}$/;
const isWorthKeeping = (name: string, value: unknown): value is Value =>
  (typeof value === 'string' || typeof value === 'number') &&
  (/(^|_)(id|key|token|cursor|code|sha256|handle|version)$/.test(name) ||
    idForm.test(`${value}`) ||
    credentialForm.test(`${value}`));

export function openMemory(account: string, address: string): Memory {
  const kept = new Map<string, Value[]>();
  const credentials: string[] = [];

  const keep = (name: string, value: Value) => kept.set(name, [...(kept.get(name) ?? []).slice(-20), value]);

  function remember(theme: string, answer: unknown, name = ''): void {
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 5)) remember(theme, item, name);
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [member, value] of Object.entries(answer)) remember(theme, value, member);
    } else if (isWorthKeeping(name, answer)) {
      keep(name, answer);
      if (name === 'id' || idForm.test(`${answer}`)) keep(`${theme}/ids`, answer);
      if (credentialForm.test(`${answer}`)) credentials.push(`${answer}`);
    }
  }

  /** `cursor` is what `next_cursor` gave; `lookup_id` is an `id` of the same theme where nothing has that name. */
  function recall(theme: string, name: string, dice: Dice): Value | undefined {
    const named = kept.get(name) ?? kept.get(`next_${name}`) ?? [];
    const ofTheme = /_id$/.test(name) ? (kept.get(`${theme}/ids`) ?? []) : [];
    const choices = named.length > 0 && dice.chance(0.7) ? named : [...named, ...ofTheme];
    return choices.length > 0 ? dice.pick(choices) : undefined;
  }

  return {
    account,
    address,
    remember: (theme, answer) => remember(theme, answer),
    recall,
    credentials: () => credentials,
  };
}
