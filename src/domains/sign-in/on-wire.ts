import type { OperatorSession } from './operators/sql.ts';
import type { WebSession } from './sql.ts';

export const sessionOnWire = ({ id, accountId, email, name, expiresAt }: WebSession) => ({
  id,
  account_id: accountId,
  email,
  name,
  expires_at: expiresAt.toISOString(),
});

export const operatorSessionOnWire = ({ email, byLink, expiresAt }: OperatorSession) => ({
  email,
  by_link: byLink,
  expires_at: expiresAt.toISOString(),
});
