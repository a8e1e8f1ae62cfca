import { ToWords } from 'to-words/en-IN';

const words = new ToWords();

/** For example `Ten Lakh Rupees And Five Paise Only`. Text, because a fraction may have no exact number. */
export const rupeesInWords = (paise: number): string =>
  words.convert((paise / 100).toFixed(2), { currency: true });
