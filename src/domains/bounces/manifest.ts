import { rowsOf } from '#core/database/statement.ts';
import { domain } from '#core/domain.ts';
import type { AccountData } from '#core/parts/account-rows.ts';
import type { PersonalDataStore } from '#core/parts/personal-data.ts';
import { checkReports } from './check-reports.ts';
import { listBounces } from './list-bounces.ts';
import { reportBounces } from './report-bounces.ts';
import { bounceSettings } from './settings.ts';
import { eraseReports } from './sql.ts';
import { openWebhook } from './webhook/open-webhook.ts';
import { receiveBounces } from './webhook/receive-bounces.ts';
import { openSns, SnsPort } from './webhook/sns.ts';

const bounceData: AccountData = {
  tables: {
    bounce_report: {
      what: 'Emails reported as bounced',
      erased: 'afterwards',
      inOrderOf: ['key'],
      // About the people who were looked up.
      hides: ['key', 'profile_hash', 'address'],
    },
    bounce_webhook: {
      what: 'Address for bounces of a mail service',
      erased: 'at once',
      hides: ['token_digest', 'mailgun_key'],
    },
  },
};

const reportsAbout: PersonalDataStore = {
  id: 'bounce_reports',
  exported: async (db, hash) => ({
    bounce_reports: await rowsOf(db)`
      select reported_at, outcome, ended_at from bounce_report where profile_hash = ${hash} order by reported_at, key limit 1000`,
  }),
  withdraw: eraseReports,
  erase: eraseReports,
};

/** Emails that customers report as dead. */
export const bounces = domain({
  id: 'bounces',
  title: 'Bounces',
  description: 'Customers report emails that came back, and get their credits back.',
  operations: [reportBounces, listBounces, openWebhook, receiveBounces],
  jobs: [checkReports],
  settings: bounceSettings,
  personalData: [reportsAbout],
  accountData: bounceData,
  notInJourney: {
    bounce_report: 'About the people who were looked up; the ledger shows each credit.',
    bounce_webhook: 'One address, without a date.',
  },
  open: ({ outgoing }) => ({ ports: [SnsPort.opened(openSns(outgoing))] }),
});
