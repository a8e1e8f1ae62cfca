export { mailAccount, mailPerson } from './account-mails/send-mails.ts';
export { compose, dayText, said } from './composing/compose.ts';
export type { Block, Draft } from './composing/layout.ts';
export { deliverMail } from './deliver-mail.ts';
export { MailOutbox, MailSender } from './ports.ts';
