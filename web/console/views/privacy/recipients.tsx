import { countOf } from '../../../shared/count.tsx';
import { Time } from '../../../shared/time.tsx';
import type { PersonExport } from './types.ts';

/** The accounts that received data about a profile. */
export function Recipients({
  of: { recipients, recipients_total },
}: {
  of: PersonExport['profiles'][number];
}) {
  if (recipients.length === 0) return <p>Nobody.</p>;
  return (
    <div class="listing">
      <table aria-label="Recipients">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">When</th>
            <th scope="col">What</th>
          </tr>
        </thead>
        <tbody>
          {recipients.map((recipient) => (
            <tr key={recipient.lookup_id}>
              <td data-title="Account">
                <a href={`/console/accounts/${encodeURIComponent(recipient.account_id)}`}>
                  {recipient.account_id}
                </a>
              </td>
              <td data-title="When">
                <Time at={recipient.at} />
              </td>
              <td data-title="What">{receivedBy(recipient)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {recipients_total > recipients.length && (
        <p>And {countOf(recipients_total - recipients.length)} earlier ones.</p>
      )}
    </div>
  );
}

type Recipient = PersonExport['profiles'][number]['recipients'][number];

const receivedBy = ({ emails, phones, links }: Recipient): string =>
  [emails && 'e-mails', phones && 'phones', links && 'links'].filter(Boolean).join(', ') || 'no contacts';
