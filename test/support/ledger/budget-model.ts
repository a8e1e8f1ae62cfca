export interface ModelBudget {
  /** Which key it limits. Null: the account. */
  key: number | null;
  period: 'day' | 'month';
  credits: number;
}

/** Asia/Kolkata, which never changes its clocks. */
const offsetMs = 5.5 * 3_600_000;
const periodOf = (period: 'day' | 'month', at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().slice(0, period === 'day' ? 10 : 7);

/** A ledger with budgets that spends one after another. */
export class BudgetModel {
  credits: number;
  readonly #budgets: (ModelBudget & { spentIn: Map<string, number> })[];

  constructor(credits: number, budgets: readonly ModelBudget[]) {
    this.credits = credits;
    this.#budgets = budgets.map((budget) => ({ ...budget, spentIn: new Map() }));
  }

  /** Needs a credit even if it spends none. */
  spend(
    { key, amount }: { key: number; amount: number },
    at: Date,
  ): 'spent' | 'budget_reached' | 'insufficient' {
    const own = this.#budgets.filter((budget) => budget.key === null || budget.key === key);
    const spent = ({ spentIn, period }: (typeof own)[number]) => spentIn.get(periodOf(period, at)) ?? 0;
    const needed = Math.max(amount, 1);
    if (own.some((budget) => spent(budget) + needed > budget.credits)) return 'budget_reached';
    if (needed > this.credits) return 'insufficient';
    this.credits -= amount;
    for (const budget of own) budget.spentIn.set(periodOf(budget.period, at), spent(budget) + amount);
    return 'spent';
  }
}
