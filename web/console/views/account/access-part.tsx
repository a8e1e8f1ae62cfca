import type { PartProps } from './account.ts';
import { AccountLocks } from './account-locks.tsx';
import { AgentAccess } from './agent-access.tsx';
import { FirstEmail } from './first-email.tsx';
import { RateForm } from './rate-form.tsx';
import { WhatsAppNumber } from './whatsapp-number.tsx';

/** What the account may do: locks, agents, its rate, its number, its first e-mail. */
export function AccessPart(props: PartProps) {
  return (
    <>
      <AccountLocks {...props} />
      <div class="grid">
        <AgentAccess {...props} />
        <RateForm {...props} />
        <WhatsAppNumber {...props} />
        <FirstEmail {...props} />
      </div>
    </>
  );
}
