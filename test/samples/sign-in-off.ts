import { AgentSignIn } from '#domains/connections/index.ts';
import type { Provocation } from './sample.ts';

/** The operator has switched the sign-in of agents off. */
export const signInOff: Provocation = {
  prepare({ service }) {
    const signIn = service.app.kernel.ports.use(AgentSignIn);
    const { isOn } = signIn;
    return {
      before() {
        signIn.isOn = () => false;
      },
      async after() {
        signIn.isOn = isOn;
      },
    };
  },
};
