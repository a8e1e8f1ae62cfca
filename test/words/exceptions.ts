/** Foreign words in our code, by file, each with its reason. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'dev/stand-ins/razorpay/cancelling.ts': { 'is going on': 'an error text of Razorpay' },
  'test/files-of-people.test.ts': { 'E-mail 1 - ': 'headers of a file from Google Contacts' },
  'test/support/pgbouncer.ts': { 'user = nobody': 'an account of the operating system' },
};
