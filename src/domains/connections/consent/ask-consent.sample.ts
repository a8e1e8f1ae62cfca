import { sample } from '#test/samples/sample.ts';
import { signInOff } from '#test/samples/sign-in-off.ts';
import { authorizationRequest, newPkce, registerAgent } from '#test/support/connections.ts';

export default sample({
  prepare: async ({ service }) => authorizationRequest(await registerAgent(service), newPkce().challenge),
  refusals: { sign_in_off: signInOff },
});
