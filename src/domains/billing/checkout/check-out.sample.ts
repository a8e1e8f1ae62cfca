import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { plan_id: 'starter' },
  refusals: {
    unknown_plan: { input: { plan_id: 'enterprise' } },
    topup_requires_plan: { input: { plan_id: 'topup_20' } },
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        for (let call = 0; call < 20; call += 1) {
          const body = { plan_id: 'nothing' };
          await service.request('POST', '/api/v1/billing/checkout', { body, remoteAddress });
        }
        return { remoteAddress };
      },
    },
    payments_unavailable: {
      prepare({ provider }) {
        provider.trouble = 'unreachable';
        return {
          after: async () => {
            provider.trouble = null;
          },
        };
      },
    },
  },
});
