import { operation } from '#core/operation.ts';
import { describing } from './protected-resource.ts';

export const describeEndpoint = operation({
  id: 'agents.describe-endpoint',
  summary: 'Learn how to authorise with the agents’ endpoint',
  ...describing('/mcp'),
});
