import { AccountLocks } from './account-locks.tsx';
import { AgentAccess } from './agent-access.tsx';
import { ChangeEmail } from './change-email.tsx';
import { Connections } from './connections.tsx';
import { ContractCard } from './contract.tsx';
import type { PartProps } from './part-props.ts';
import { RateForm } from './rate-form.tsx';
import { SignIns } from './sign-ins.tsx';
import { WhatsAppNumber } from './whatsapp-number.tsx';

/** Access of the account: locks, agents, rate limit, WhatsApp number, email. */
export function AccessPart(props: PartProps) {
  return (
    <>
      <AccountLocks {...props} />
      <SignIns {...props} />
      <Connections {...props} />
      <div class="grid">
        <AgentAccess {...props} />
        <RateForm {...props} />
        <ContractCard {...props} />
        <WhatsAppNumber {...props} />
        <ChangeEmail {...props} />
      </div>
    </>
  );
}
