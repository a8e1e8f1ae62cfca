import { domain } from '#core/domain.ts';
import { forgetMails, sendDue, sendMail } from './account-mails/send-mails.ts';
import { mailData } from './account-rows.ts';
import { changeChoice } from './choices/change-choice.ts';
import { showChoices } from './choices/show-choices.ts';
import { showUnsubscribe } from './choices/show-unsubscribe.ts';
import { unsubscribe } from './choices/unsubscribe.ts';
import { openMails } from './open-mails.ts';
import { liftStop } from './stops/lift-stop.ts';
import { listStops } from './stops/list-stops.ts';
import { stopAddress } from './stops/stop-address.ts';
import { mailVariables, refusedMailVariables } from './variables.ts';

export const mails = domain({
  id: 'mails',
  title: 'Mails',
  description: 'Mails to customers and to people who opt out, and the addresses that get none.',
  operations: [showChoices, changeChoice, showUnsubscribe, unsubscribe, listStops, stopAddress, liftStop],
  jobs: [sendMail, sendDue, forgetMails],
  accountData: mailData,
  notInJourney: {
    account_mail: 'Each event has its own fact.',
    mail_choice: 'A choice of the customer, which is in the log of their acts.',
  },
  variables: mailVariables,
  refusedVariables: refusedMailVariables,
  open: openMails,
});
