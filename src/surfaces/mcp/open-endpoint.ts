import type { AgentEndpoint } from '#core/answers/agent-endpoint.ts';
import type { answersOf, EndpointOptions } from './answer-messages.ts';

/** The endpoint of agents. The SDK is loaded when the first one calls: loading it is a quarter of a second of processor time. */
export function openAgentEndpoint(options: EndpointOptions): AgentEndpoint {
  let opened: Promise<ReturnType<typeof answersOf>> | undefined;
  const answers = () => {
    opened ??= import('./answer-messages.ts').then((loaded) => loaded.answersOf(options));
    return opened;
  };
  return {
    protocolVersions: async () => (await answers()).protocolVersions,
    answer: async (message) => (await answers()).answer(message),
  };
}
