export {
  accountsWithNumber,
  type NumberState,
  numberCondition,
  numberStates,
  numbersOf,
  type ShownNumber,
} from './numbers/of-accounts.ts';
export { type WhatsAppNumber, whatsappOf } from './numbers/sql.ts';
