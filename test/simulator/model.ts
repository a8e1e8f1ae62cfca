/** What must be true, said again without any of the service's code: accounts, who is known and hidden, and what was paid. */

interface Lot {
  credits: number;
  /** In ms since 1970. */
  endsAt: number;
}

interface Account {
  lots: Lot[];
  /** Every key of an operation that was answered, with its answer. */
  answers: Map<string, string>;
  granted: number;
  spent: number;
}

export class Model {
  readonly accounts = new Map<string, Account>();
  /** Known people, by link. Those that were hidden keep the time of the acknowledgement. */
  readonly hiddenAt = new Map<string, number>();
  /** Those whose opt-out was asked for, answered or not. */
  readonly hiding = new Set<string>();
  readonly known: ReadonlySet<string>;
  readonly faults: string[] = [];

  constructor(known: Iterable<string>) {
    this.known = new Set(known);
  }

  open(id: string): void {
    this.accounts.set(id, { lots: [], answers: new Map(), granted: 0, spent: 0 });
  }

  granted(id: string, credits: number, endsAt: number): void {
    const account = this.accounts.get(id)!;
    account.lots.push({ credits, endsAt });
    account.granted += credits;
  }

  /** Credits that haven't ended. */
  left(id: string, now: number): number {
    const live = this.accounts.get(id)!.lots.filter(({ endsAt }) => endsAt > now);
    return live.reduce((sum, { credits }) => sum + credits, 0);
  }

  /** Burns the lot that ends first. */
  charged(id: string, person: string, now: number): void {
    const account = this.accounts.get(id)!;
    account.spent += 1;
    const lots = account.lots.filter(({ endsAt, credits }) => endsAt > now && credits > 0);
    const first = lots.sort((one, other) => one.endsAt - other.endsAt)[0];
    if (first) first.credits -= 1;
    else this.fault(`${id} paid for ${person} without a credit`);
  }

  /** The answer to an operation never changes. */
  answered(id: string, operation: string, answer: string): boolean {
    const { answers } = this.accounts.get(id)!;
    const before = answers.get(operation);
    if (before === undefined) answers.set(operation, answer);
    else if (before !== answer) this.fault(`${operation} answered ${before}, then ${answer}`);
    return before === undefined;
  }

  fault(what: string): void {
    this.faults.push(what);
  }
}
