import assert from 'node:assert/strict';
import type { Customer } from './kit.ts';
import type { TestService } from './service.ts';

export interface Tokens {
  session_id: string;
  access_token: string;
  refresh_token: string;
  access_expires_at: string;
  expires_at: string;
}

/** Session calls of a browser extension and the dashboard. */
export function openExtensions(service: TestService) {
  async function minted(holder: Pick<Customer, 'accountId'>, label = ''): Promise<Tokens> {
    const response = await service.internal('POST', '/internal/extension/session', {
      account_id: holder.accountId,
      label,
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  }

  const refresh = (refresh_token: string) =>
    service.request('POST', '/api/v1/extension/refresh', { body: { refresh_token } });

  async function refreshed(token: string): Promise<Tokens> {
    const response = await refresh(token);
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  }

  const show = ({ access_token }: Tokens) =>
    service.withKey(access_token, 'GET', '/api/v1/extension/session');

  const codeOf = async (answer: ReturnType<typeof show>) => (await answer).json().code;

  async function statusOf({ accountId }: Customer, { session_id }: Tokens): Promise<string> {
    const { items } = (await service.internal('GET', `/internal/extension/sessions/${accountId}`)).json();
    return items.find(({ id }: { id: string }) => id === session_id).status;
  }

  return { minted, refresh, refreshed, show, codeOf, statusOf };
}
