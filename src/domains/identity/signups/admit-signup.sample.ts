import { sample } from '#test/samples/sample.ts';

const attemptOf = async (email: string, service: Parameters<typeof newestAttempt>[0]) => {
  await service.internal('POST', '/internal/identity/vet', { email });
  return newestAttempt(service);
};

async function newestAttempt(service: {
  internal(method: 'POST', path: string, body: object): Promise<unknown>;
  admin(method: 'GET', path: string): Promise<{ json(): { items: { id: number }[] } }>;
}) {
  const { items } = (await service.admin('GET', '/api/v1/admin/abuse/attempts?limit=1')).json();
  return { attempt_id: String(items[0]!.id) };
}

export default sample({
  prepare: ({ service, newName }) => attemptOf(`${newName('refused')}@mailinator.com`, service),
  another: { reason: 'Another reason' },
  refusals: {
    not_found: { input: { attempt_id: '999999999' } },
    signup_not_admissible: {
      prepare: async ({ service, newName }) => ({
        input: await attemptOf(`${newName('allowed')}@example.com`, service),
      }),
    },
  },
});
