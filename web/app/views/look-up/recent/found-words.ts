import { counted } from '#web/shared/values/count.tsx';

type Found = Record<'emails' | 'phones' | 'links', number>;

/** For example "2 emails, 1 phone". */
export const foundWords = ({ emails, phones, links }: Found): string =>
  [
    emails > 0 && counted(emails, 'email'),
    phones > 0 && counted(phones, 'phone'),
    links > 0 && counted(links, 'link'),
  ]
    .filter(Boolean)
    .join(', ');
