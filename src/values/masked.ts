/** Contact values as shown to a person who only needs to recognise them. */

/** `a…@example.com` */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)].slice(0, 1).join('')}…${email.slice(at)}`;
};

/** `+44•••••••123`: enough to recognise a number that one knows. */
export const maskedNumber = (number: string): string =>
  number.slice(0, 3) + '•'.repeat(number.length - 6) + number.slice(-3);
