/** Foreign words in our code, by file, each with its reason. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'dev/stand-ins/razorpay/cancelling.ts': { 'is going on': 'an error text of Razorpay' },
  'test/files-of-people.test.ts': { 'E-mail 1 - ': 'headers of a file from Google Contacts' },
  'test/support/pgbouncer.ts': { 'user = nobody': 'an account of the operating system' },
  'src/values/contact-files/headers/known-headers.ts': {
    'E-mail': 'headers as programs write them',
    'e-mail': 'headers as programs write them',
  },
  'src/values/contacts/source-email.ts': { somebody: 'a mailbox in examples of addresses' },
  'src/domains/directory/file/email-statuses.test.ts': { 'E-mail': 'headers as programs write them' },
  'src/domains/directory/file/exporters.test.ts': { 'E-mail': 'headers as programs write them' },
  'src/surfaces/http/hung-up.test.ts': { 'answered to nobody': 'the text of a line in the log' },
};
