export {
  accountsWithNumber,
  type NumberState,
  numberCondition,
  numberStates,
  numbersOf,
} from './numbers/of-accounts.ts';
export { whatsappOf } from './numbers/sql.ts';
