import type { Config } from '#core/environment.ts';
import { port } from '#core/ports.ts';
import type { Settings } from '#core/setting-values.ts';

/** Whether agents may sign in. */
export interface AgentSignIn {
  isOn(): boolean;
  /**
   * Whether to name the sign-in to a caller that sends this header. A host that was given a key shows it when it looks for a sign-in, and would
   * sign in instead of using it: see docs/decisions/oauth.md.
   */
  isShownTo(authorization: string | undefined): boolean;
}

export const AgentSignIn = port<AgentSignIn>('agent-sign-in');

interface Options {
  config: Config;
  settings: Settings;
  publicUrl(): string;
}

/** People agree on the pages, which are at the root of a host. */
export function openAgentSignIn({ config, settings, publicUrl }: Options): AgentSignIn {
  const isOn = () =>
    settings.current().agent_sign_in && config.WEB === 'on' && new URL(publicUrl()).pathname === '/';
  return { isOn, isShownTo: (authorization) => isOn() && !/\bcty_(?:live|test)_/.test(authorization ?? '') };
}
