/** The answers that customers and the operator got, and the contradictions in them. It knows nothing of the service's code. */

interface Account {
  granted: number;
  spent: number;
  /** By operation. */
  answers: Map<string, { isShown: boolean; charged: number }>;
}

interface Answered {
  account: string;
  operation: string;
  person: string;
  isShown: boolean;
  charged: number;
  /** Whether the opt-out of the person had been acknowledged before the question. */
  wasHidden: boolean;
}

export class Model {
  readonly accounts = new Map<string, Account>();
  readonly faults: string[] = [];
  /** People whose opt-out was asked for, and those among them for whom it was acknowledged. */
  readonly hiding = new Set<string>();
  readonly hidden = new Set<string>();
  readonly #known: ReadonlySet<string>;

  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  opened(account: string): void {
    this.accounts.set(account, { granted: 0, spent: 0, answers: new Map() });
  }

  granted(account: string, credits: number): void {
    this.accounts.get(account)!.granted += credits;
  }

  answered({ account, operation, person, isShown, charged, wasHidden }: Answered): void {
    const { answers } = this.accounts.get(account)!;
    const mayVanish = this.hiding.has(person);
    if (isShown && wasHidden) this.fault(`${operation} shows ${person}, who was hidden before`);
    if (isShown && !this.#known.has(person)) this.fault(`${operation} shows ${person}, who is not known`);
    if (!isShown && this.#known.has(person) && !mayVanish)
      this.fault(`${operation} does not show ${person}, who is known`);
    if (charged !== Number(isShown) && !(mayVanish && charged === 1))
      this.fault(`${operation} shows ${isShown ? '' : 'not '}${person} and takes ${charged}`);
    const before = answers.get(operation);
    if (before && (before.charged !== charged || (before.isShown !== isShown && !mayVanish)))
      this.fault(`${operation} was answered otherwise before`);
    if (before) return;
    answers.set(operation, { isShown, charged });
    this.accounts.get(account)!.spent += charged;
  }

  fault(what: string): void {
    this.faults.push(what);
  }
}
