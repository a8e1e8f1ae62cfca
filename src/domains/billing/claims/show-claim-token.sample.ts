import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: {
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        const path = '/api/v1/billing/claim-token?payment_reference=order_nothing';
        for (let call = 0; call < 120; call += 1) await service.request('GET', path, { remoteAddress });
        return { remoteAddress };
      },
    },
  },
});
