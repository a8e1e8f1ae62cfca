import type { OperatorSession } from './operators/sql.ts';
import type { WebSession } from './sql.ts';

export const sessionOnWire = ({ id, accountId, email, name, expiresAt }: WebSession) => ({
  id,
  account_id: accountId,
  email,
  name,
  expires_at: expiresAt.toISOString(),
});

export const operatorSessionOnWire = (session: OperatorSession) => ({
  id: session.id,
  email: session.email,
  by_link: session.link !== null,
  link_from: session.linkFrom,
  created_at: session.createdAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
});
