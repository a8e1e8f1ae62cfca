import { asOperator } from './kit.ts';
import type { TestService } from './service.ts';

/** The version of the settings in force. */
export const versionInForce = async (service: TestService): Promise<number> => {
  const { version } = await asOperator(service, 'GET', '/api/v1/admin/platform');
  return Number(version);
};

/** Changes settings until it is disposed of, at the service that is given. Others hear of it a moment later. */
export async function withSettings(service: TestService, changes: Readonly<Record<string, unknown>>) {
  const change = async (to: object) => {
    const expected_version = await versionInForce(service);
    await asOperator(service, 'PATCH', '/api/v1/admin/platform', {
      changes: to,
      reason: 'A test',
      expected_version,
    });
  };
  const { current } = service.app.kernel.ports.settings;
  const before: Record<string, unknown> = { ...current() };
  await change(changes);
  const former = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name]]));
  return { [Symbol.asyncDispose]: () => change(former) };
}
