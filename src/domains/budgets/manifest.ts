import { domain } from '#core/domain.ts';
import { budgetErrors } from './errors.ts';
import { listAccountBudgets } from './list-account-budgets.ts';
import { listBudgets } from './list-budgets.ts';
import { removeBudget } from './remove-budget.ts';
import { setBudget } from './set-budget.ts';

/** The most that an account or one of its keys may spend per day or month. The ledger checks it: see `credit_budget`. */
export const budgets = domain({
  id: 'budgets',
  title: 'Budgets',
  description: 'The most that an account or one of its keys may spend per day or month.',
  operations: [listBudgets, setBudget, removeBudget, listAccountBudgets],
  errors: budgetErrors,
});
