import Type from 'typebox';
import { maybe, readOrNull, some, text, word } from '#core/vendor-json.ts';
import type { Outgoing, VendorResult } from '#platform/outgoing/index.ts';
import { type Finding, found } from '#values/email-finding.ts';
import type { MailboxCheck } from '../mailbox-check.ts';
import { vendorKey, vendorUrl } from '../vendor-variables.ts';

/** Reacher, `POST /v1/check_email`: its service, or the operator's own backend on a machine whose port 25 is open. */
export const reacher = {
  id: 'reacher' as const,
  variables: {
    REACHER_API_KEY: vendorKey('Key of Reacher, for the setting `verification_vendor`.'),
    REACHER_BASE_URL: vendorUrl(
      "Base URL of Reacher's API, or of your own backend.",
      'https://api.reacher.email',
    ),
  },
  open(
    outgoing: Outgoing,
    { REACHER_API_KEY: key, REACHER_BASE_URL }: { REACHER_API_KEY: string; REACHER_BASE_URL: string },
  ): MailboxCheck | null {
    if (key === '') return null;
    const client = outgoing.vendorClient({
      name: 'reacher',
      baseUrl: REACHER_BASE_URL,
      headers: { authorization: key, 'x-reacher-secret': key },
      timeoutMs: 60_000,
      concurrency: 2,
    });
    return {
      id: 'reacher',
      check: async (address, signal) =>
        readReacher(
          await client.request({
            method: 'POST',
            path: '/v1/check_email',
            body: { to_email: address },
            signal,
          }),
          address,
        ),
    };
  },
};

const Checked = Type.Object({
  input: text(254),
  is_reachable: word,
  ...maybe({
    misc: some({ is_disposable: Type.Boolean(), is_role_account: Type.Boolean() }),
    mx: some({ accepts_mail: Type.Boolean(), records: Type.Array(text(254)) }),
    smtp: some({
      has_full_inbox: Type.Boolean(),
      is_catch_all: Type.Boolean(),
      is_deliverable: Type.Boolean(),
      can_connect_smtp: Type.Boolean(),
    }),
  }),
});

/** Its parts decide where its summary leaves something open: a catch-all that it calls safe isn't. */
export function readReacher(result: VendorResult, address: string): Finding {
  const read = 'json' in result && result.status === 200 ? readOrNull(Checked, result.json) : null;
  if (read === null || read.input.toLowerCase() !== address) return found('unknown', 'vendor_failed');
  const { misc, mx, smtp } = read;
  const more = { mx: mx?.records?.[0]?.replace(/\.$/, '') ?? null };
  if (read.is_reachable === 'invalid')
    return found('invalid', mx?.accepts_mail === false ? 'no_mail_server' : 'no_mailbox', more);
  if (smtp?.is_catch_all) return found('catch_all', 'catch_all', more);
  if (misc?.is_disposable) return found('risky', 'disposable', more);
  if (smtp?.has_full_inbox) return found('risky', 'mailbox_full', more);
  if (misc?.is_role_account && read.is_reachable !== 'unknown') return found('risky', 'role_address', more);
  if (read.is_reachable === 'safe' && smtp?.is_deliverable) return found('valid', 'accepted', more);
  return found(read.is_reachable === 'risky' ? 'risky' : 'unknown', 'unclear', more);
}
