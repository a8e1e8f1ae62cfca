/** A type of mail about an account. */
interface TypeOfMail {
  title: string;
  /** Its events, for the customer. */
  says: string;
  /** Why it can't be switched off. */
  always: string | null;
}

export const mailTypes = {
  credits: { title: 'Low credits', says: 'At most a fifth of your credits is left.', always: null },
  jobs: { title: 'Jobs', says: 'A job that you started on the pages has ended or paused.', always: null },
  keys: { title: 'Expiring keys', says: 'An API key expires within a week.', always: null },
  plans: { title: 'Ending plans', says: 'Your plan ends within a week.', always: null },
  receipts: {
    title: 'Payments',
    says: 'Receipts, refunds, and plans that wait to be claimed.',
    always: 'Always on: the law asks us to give you a document for each payment.',
  },
  renewals: {
    title: 'Failed renewals',
    says: 'A renewal of your plan could not be charged.',
    always: 'Always on: without them you could lose your plan unnoticed.',
  },
  security: {
    title: 'Security',
    says: 'New API keys, sign-ins from new browsers, and changes of your email.',
    always: 'Always on: they protect your account.',
  },
  webhooks: {
    title: 'Webhooks',
    says: 'A webhook endpoint was switched off, because it failed for three days.',
    always: null,
  },
} as const satisfies Record<string, TypeOfMail>;

export type MailType = keyof typeof mailTypes;

export const mailTypeNames = Object.keys(mailTypes) as MailType[];

/** Those that a customer may switch off. */
export const optionalTypes = mailTypeNames.filter((type) => mailTypes[type].always === null);

export const isOptional = (type: string): type is MailType => (optionalTypes as string[]).includes(type);
