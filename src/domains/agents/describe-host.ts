import { operation } from '#core/operation.ts';
import { describing } from './protected-resource.ts';

export const describeHost = operation({
  id: 'agents.describe-host',
  summary: 'Learn how to authorise with this host',
  ...describing(''),
});
