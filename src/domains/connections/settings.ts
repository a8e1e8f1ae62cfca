import Type from 'typebox';
import { setting } from '#core/parts/setting.ts';

export const connectionSettings = {
  agent_sign_in: setting(Type.Boolean(), {
    default: true,
    unit: null,
    doc: 'Whether agents may sign in at `/mcp` (OAuth), beside keys. Off: `/mcp` names no sign-in, and connections are refused until it is on again.',
    effect: 'From the next request.',
  }),
};
