import Type from 'typebox';
import { maybe, readOrNull, text, word } from '#core/vendor-json.ts';
import type { Outgoing, VendorResult } from '#platform/outgoing/index.ts';
import { type Finding, found } from '#values/email-finding.ts';
import type { MailboxCheck } from '../mailbox-check.ts';
import { vendorKey, vendorUrl } from '../vendor-variables.ts';

/**
 * ZeroBounce, `GET /v2/validate`. It takes its key in the query. It charges one credit for each answer but `unknown`. Its typing errors,
 * traps and complainers aren't dead: mail to them arrives.
 */
export const zerobounce = {
  id: 'zerobounce' as const,
  variables: {
    ZEROBOUNCE_API_KEY: vendorKey('Key of ZeroBounce, for the setting `verification_vendor`.'),
    ZEROBOUNCE_BASE_URL: vendorUrl(
      "Base URL of ZeroBounce's API. Other values are for its other regions, and for stand-ins.",
      'https://api.zerobounce.net',
    ),
  },
  open(
    outgoing: Outgoing,
    {
      ZEROBOUNCE_API_KEY: key,
      ZEROBOUNCE_BASE_URL,
    }: { ZEROBOUNCE_API_KEY: string; ZEROBOUNCE_BASE_URL: string },
  ): MailboxCheck | null {
    if (key === '') return null;
    const client = outgoing.vendorClient({
      name: 'zerobounce',
      baseUrl: ZEROBOUNCE_BASE_URL,
      timeoutMs: 35_000,
      concurrency: 2,
    });
    return {
      id: 'zerobounce',
      check: async (address, signal) =>
        readZerobounce(
          await client.request({
            path: '/v2/validate',
            query: { api_key: key, email: address, ip_address: '', timeout: 30 },
            signal,
          }),
          address,
        ),
    };
  },
};

const Validated = Type.Object({
  address: text(254),
  status: word,
  ...maybe({ sub_status: word, mx_record: text(253) }),
});

/** An answer about another address says nothing. */
export function readZerobounce(result: VendorResult, address: string): Finding {
  const read = 'json' in result && result.status === 200 ? readOrNull(Validated, result.json) : null;
  if (read === null || read.address.toLowerCase() !== address) return found('unknown', 'vendor_failed');
  const more = { mx: read.mx_record ?? null };
  switch (read.status) {
    case 'valid':
      // Its catch-alls that once took mail.
      return read.sub_status === 'accept_all'
        ? found('catch_all', 'catch_all', more)
        : found('valid', 'accepted', more);
    case 'invalid':
      return read.sub_status === 'mailbox_quota_exceeded'
        ? found('risky', 'mailbox_full', more)
        : invalidBy(read.sub_status, more);
    case 'catch-all':
      return found('catch_all', 'catch_all', more);
    case 'do_not_mail':
      return doNotMail(read.sub_status, more);
    case 'spamtrap':
    case 'abuse':
      return found('risky', 'unclear', more);
    default:
      return found('unknown', 'unclear', more);
  }
}

/** A likely or passing fault isn't death. */
function invalidBy(why: string | undefined, more: Partial<Finding>): Finding {
  if (why === 'possible_typo' || why === 'unroutable_ip_address') return found('unknown', 'unclear', more);
  return found('invalid', why === 'no_dns_entries' ? 'no_domain' : 'no_mailbox', more);
}

function doNotMail(why: string | undefined, more: Partial<Finding>): Finding {
  if (why === 'role_based_catch_all') return found('catch_all', 'catch_all', more);
  if (why === 'disposable') return found('risky', 'disposable', more);
  return found('risky', why === 'role_based' ? 'role_address' : 'unclear', more);
}
