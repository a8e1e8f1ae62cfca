import { asOperator } from './kit.ts';
import type { TestService } from './service.ts';

/** The version of the settings in force. */
export const versionInForce = async (service: TestService): Promise<number> => {
  const { version } = await asOperator(service, 'GET', '/api/v1/admin/platform');
  return Number(version);
};
