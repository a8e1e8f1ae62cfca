import { sample } from '#test/samples/sample.ts';
import { givenConnection } from '#test/support/connections.ts';

const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_balance' } };

export default sample({
  file: { text: JSON.stringify(call), contentType: 'application/json' },
  refusals: {
    insufficient_scope: {
      async prepare({ service, customer }) {
        const { access } = await givenConnection(service, customer, ['lookup']);
        return { headers: { authorization: `Bearer ${access}` } };
      },
    },
  },
});
