/** The answers that customers and the operator got, and the contradictions in them. It knows nothing of the service's code. */

export interface Answer {
  account: string;
  operation: string;
  person: string;
  isShown: boolean;
  charged: number;
  /** When it was asked and when it was answered, in milliseconds. */
  askedAt: number;
  at: number;
  /** The service's own name of the lookup. */
  lookup: string;
}

interface Account {
  granted: number;
  spent: number;
  /** By job, for jobs that haven't ended. */
  spentByJobs: Map<string, number>;
  /** By operation. */
  answers: Map<string, Answer>;
  /** By person: from the first question of a charged answer to its end. */
  paid: Map<string, { from: number; at: number }[]>;
  /** By person: when each question that may cost was asked. */
  asked: Map<string, number[]>;
  /** As proven last, and how much may have been spent since. */
  proven: { lots: { left: number; expiresAt: number }[]; spentAtMost: number };
}

/** No question is under way for longer. */
const flightMs = 3_600_000;

type Known = 'always' | 'perhaps' | 'never';

export class Model {
  readonly accounts = new Map<string, Account>();
  readonly faults: string[] = [];
  /** When an opt-out was asked for, and when it was acknowledged, by person. */
  readonly hiding = new Map<string, number>();
  readonly hidden = new Map<string, number>();
  /** Those whose opt-out was compared with the messages about it. */
  readonly heard = new Set<string>();
  readonly #known: (person: string) => Known;
  readonly #freeForMs: number;

  /** @param freeForMs how long a person that an account has paid for is free for it */
  constructor(known: (person: string) => Known, freeForMs: number) {
    this.#known = known;
    this.#freeForMs = freeForMs;
  }

  opened(account: string): void {
    this.accounts.set(account, {
      ...{
        granted: 0,
        spent: 0,
        spentByJobs: new Map(),
        answers: new Map(),
        paid: new Map(),
        asked: new Map(),
      },
      proven: { lots: [], spentAtMost: 0 },
    });
  }

  granted(account: string, credits: number): void {
    this.accounts.get(account)!.granted += credits;
  }

  /** Before a question that may cost a credit. */
  asks(account: string, person: string, at: number): void {
    const of = this.accounts.get(account)!;
    of.asked.set(person, [...(of.asked.get(person) ?? []), at]);
    of.proven.spentAtMost += 1;
  }

  refused(account: string, operation: string, at: number): void {
    const { lots, spentAtMost } = this.accounts.get(account)!.proven;
    const live = lots.filter(({ expiresAt }) => expiresAt > at).reduce((sum, { left }) => sum + left, 0);
    if (live > spentAtMost)
      this.fault(`${operation} was refused, but ${account} had at least ${live - spentAtMost}`);
  }

  answered(answer: Answer): void {
    const { account, operation, person, isShown, charged } = answer;
    const of = this.accounts.get(account)!;
    const before = of.answers.get(operation);
    this.#judgePerson(answer);
    if (before) {
      const mayVanish = this.hiding.has(person);
      if (before.charged !== charged || (before.isShown !== isShown && !mayVanish))
        this.fault(`${operation} was answered otherwise before`);
      return;
    }
    this.#judgePrice(answer);
    of.answers.set(operation, answer);
    of.spent += charged;
    if (charged === 0) return;
    const paid = of.paid.get(person) ?? [];
    paid.push({ from: answer.askedAt, at: answer.at });
    of.paid.set(person, paid);
  }

  #judgePerson({ operation, person, isShown, askedAt }: Answer): void {
    const known = this.#known(person);
    const hiddenAt = this.hidden.get(person);
    if (isShown && hiddenAt !== undefined && hiddenAt < askedAt)
      this.fault(`${operation} shows ${person}, who was hidden before`);
    if (isShown && known === 'never') this.fault(`${operation} shows ${person}, who is not known`);
    if (!isShown && known === 'always' && !this.hiding.has(person))
      this.fault(`${operation} does not show ${person}, who is known`);
  }

  #judgePrice({ account, operation, person, isShown, charged, askedAt, at }: Answer): void {
    if (charged !== 0 && charged !== 1) this.fault(`${operation} takes ${charged}`);
    if (this.hiding.has(person)) return;
    if (!isShown && charged > 0) this.fault(`${operation} does not show ${person} and takes ${charged}`);
    if (!isShown) return;
    const of = this.accounts.get(account)!;
    const paid = of.paid.get(person) ?? [];
    if (charged === 1 && paid.some((one) => one.at < askedAt && at < one.from + this.#freeForMs))
      this.fault(`${operation} takes a credit for ${person}, whom ${account} has paid for`);
    const others = of.asked
      .get(person)!
      .filter((one) => one < at && askedAt <= one + this.#freeForMs + flightMs);
    if (charged === 0 && others.length < 2) this.fault(`${operation} shows ${person} and takes nothing`);
  }

  fault(what: string): void {
    this.faults.push(what);
  }
}
