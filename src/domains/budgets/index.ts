export { keepBudget } from './keep-budget.ts';
export { refusalOf } from './refusal-of.ts';
