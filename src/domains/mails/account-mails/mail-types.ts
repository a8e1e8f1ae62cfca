/** The types of mail about an account. `always`: why it can't be switched off. */
interface TypeOfMail {
  title: string;
  /** Its events, for the customer. */
  says: string;
  always?: string;
}

export const mailTypes = {
  security: {
    title: 'Security',
    says: 'New sign-ins, new API keys, and changes of your email.',
    always: 'They protect your account.',
  },
} as const satisfies Record<string, TypeOfMail>;

export type MailType = keyof typeof mailTypes;
