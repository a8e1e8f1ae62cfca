import { setTimeout } from 'node:timers/promises';
import { systemClock } from '#core/clock.ts';
import type { Config } from '#core/environment.ts';
import { type Finding, fault, looked, ok, skipped, warning } from '#core/parts/health.ts';
import { allDescriptions } from '#platform/contact-sources/all-sources.ts';
import { openApi } from '#platform/contact-sources/source/conditional-get.ts';
import { vendors } from '#platform/contact-sources/vendors.ts';
import { openSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { openWebhookMailer } from '#platform/mail/webhook-mailer.ts';
import { openCloudApi } from '#platform/messaging/whatsapp/cloud-api.ts';
import { type Outgoing, openOutgoing, type VendorResult } from '#platform/outgoing/index.ts';
import { isFailure } from '#platform/outgoing/vendors/vendor-answer.ts';
import { openProvider, paymentProviders } from '#platform/payments/providers.ts';

interface VendorCheck {
  name: string;
  variables: string;
  /** Null if the vendor has no free call that needs the credential. */
  ask: (() => Promise<VendorResult>) | null;
  /** The answer says nothing about a credential. */
  isAddressOnly?: true;
}

const clockSkewMsMax = 30_000;

/** Asks every vendor with a credential, all at once, by a call that costs nothing. */
export async function checkVendors(config: Config): Promise<Finding[]> {
  const outgoing = openOutgoing({
    crawler: {
      product: 'Contactry',
      version: 'doctor',
      contactUrl: config.PUBLIC_URL || 'http://localhost/',
    },
    allowedOrigins: [...config.SITE_STAND_INS.values()],
  });
  try {
    const checks = [...sourceChecks(config, outgoing), ...otherChecks(config, outgoing)];
    const findings = await Promise.all([
      ...checks.map((check) => looked(check.name, () => findingsOf(check))),
      ...(config.SMTP_URL ? [looked('mail server', () => checkMailServer(config))] : []),
    ]);
    return findings.length === 0 ? [skipped('vendors', 'No vendor has a credential.')] : findings.flat();
  } finally {
    await outgoing.close();
  }
}

/** Opens the sources as the service does, and takes note of the APIs that they open with a credential. */
function sourceChecks(config: Config, outgoing: Outgoing): VendorCheck[] {
  const checks: VendorCheck[] = [];
  const way = {
    fetchPage: outgoing.fetchPage,
    siteStandIns: config.SITE_STAND_INS,
    openApi: (options: Parameters<typeof openApi>[1]) => {
      const api = openApi((client) => outgoing.vendorClient(client), options);
      const description = allDescriptions.find(({ id }) => id === options.name.split(' ')[0]);
      const path = description?.checkPath;
      if (options.credential !== '' && description) {
        checks.push({
          name: options.name,
          variables: description.variables[0] ?? '',
          ask: path ? () => api.client.request({ path, idempotent: true }) : null,
        });
      }
      return api;
    },
  };
  for (const vendor of vendors) vendor.open(config, way);
  return checks;
}

function otherChecks(config: Config, { vendorClient: openClient }: Outgoing): VendorCheck[] {
  const checks: VendorCheck[] = [];
  for (const definition of paymentProviders) {
    const provider = openProvider(definition, config, { openClient, now: () => new Date(), sandbox: null });
    const variables = definition.credential.join(' and ');
    if (provider) checks.push({ name: provider.name, variables, ask: provider.check ?? null });
  }
  if (config.WHATSAPP_TOKEN) {
    const whatsapp = openCloudApi({
      token: config.WHATSAPP_TOKEN,
      baseUrl: config.WHATSAPP_BASE_URL,
      phoneNumberId: config.WHATSAPP_PHONE_NUMBER_ID,
      template: { name: config.WHATSAPP_TEMPLATE, language: config.WHATSAPP_TEMPLATE_LANGUAGE },
      openClient,
      wait: setTimeout,
    });
    checks.push({
      name: 'whatsapp',
      variables: 'WHATSAPP_TOKEN and WHATSAPP_PHONE_NUMBER_ID',
      ask: whatsapp.check ?? null,
    });
  }
  const { MAIL_WEBHOOK_URL: url, MAIL_WEBHOOK_SECRET: secret } = config;
  if (url) {
    const mailer = openWebhookMailer({ url, secret, openClient, clock: systemClock });
    checks.push({
      name: 'mail webhook',
      variables: 'MAIL_WEBHOOK_URL',
      ask: mailer.check,
      isAddressOnly: true,
    });
  }
  return checks;
}

async function findingsOf({ name, variables, ask, isAddressOnly }: VendorCheck): Promise<Finding[]> {
  if (ask === null) return [skipped(name, 'It has no free call that shows whether the credential is right.')];
  const result = await ask();
  if (isFailure(result)) {
    const reason = [result.failure, result.code].filter(Boolean).join(' ');
    return [
      fault(
        name,
        `It does not answer (${reason}).`,
        'Check the network, a firewall, and the base URL if you set one.',
      ),
    ];
  }
  return [
    answerFinding(name, variables, result.status, isAddressOnly ?? false),
    ...clockFinding(name, result.headers.date),
  ];
}

async function checkMailServer({ SMTP_URL: url, MAIL_FROM: from }: Config): Promise<Finding[]> {
  const reason = await openSmtpMailer({ url, from }).check();
  if (reason === null)
    return [ok('mail server', 'It answers, and accepts the user and the password if there are any.')];
  const remedy = 'Check SMTP_URL, the network and a firewall. The guide about mail lists the reasons.';
  return [fault('mail server', `It takes no mail (${reason}).`, remedy)];
}

function answerFinding(name: string, variables: string, status: number, isAddressOnly: boolean): Finding {
  if (status >= 500) return warning(name, `It answers HTTP ${status}.`, 'Wait, or look at its status page.');
  if (isAddressOnly) return ok(name, `It answers at its address (HTTP ${status}).`);
  if (status === 401 || status === 403) {
    return fault(
      name,
      `It refuses the credential (HTTP ${status}).`,
      `Set ${variables} to a valid credential with the permissions that the guide names, and restart.`,
    );
  }
  if (status === 429) return ok(name, 'It accepts the credential, and its limit is reached just now.');
  if (status >= 200 && status < 300) return ok(name, 'It accepts the credential.');
  return warning(
    name,
    `It answers HTTP ${status} to a check of the credential.`,
    `Look at ${variables} if its calls fail.`,
  );
}

function clockFinding(name: string, date: string | undefined): Finding[] {
  const skewMs = Date.parse(date ?? '') - Date.now();
  if (!(Math.abs(skewMs) > clockSkewMsMax)) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  return [
    fault(
      'clock',
      `The clock of ${name} is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
      'Set this machine by NTP. Signatures and expiries depend on it.',
    ),
  ];
}
