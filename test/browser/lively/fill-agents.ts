import {
  authorizationRequest,
  connectAgent,
  newPkce,
  onPages,
  redirectUri,
  registerAgent,
} from '../../support/connections.ts';
import type { TestService } from '../../support/service.ts';
import type { Parameters } from './fill-customer.ts';

/** Agents that signed in, one of them ended, and one that asks. */
export async function fillAgents(service: TestService, account_id: string): Promise<Parameters> {
  const named = (client_name: string) =>
    registerAgent(service, { client_name, redirect_uris: [redirectUri] });
  await connectAgent(service, account_id, {
    clientId: await named('Research assistant of the whole sales team in Mumbai'),
    credits_per_day: 25,
  });
  const { id } = await connectAgent(service, account_id, {
    clientId: await named('Old agent'),
    scopes: ['usage'],
  });
  await onPages(service, 'POST', `/internal/connections/${account_id}/${id}/revocation`);
  await connectAgent(service, account_id, { clientId: await named('Example agent') });
  const asking = authorizationRequest(await named('Example agent'), newPkce().challenge);
  return { agent_request: String(new URLSearchParams(asking)) };
}
