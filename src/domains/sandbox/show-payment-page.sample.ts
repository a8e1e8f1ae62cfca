import { sample } from '#test/samples/sample.ts';
import { SandboxPayments } from './ports.ts';

export default sample({
  async prepare({ service, newName }) {
    const purchase = newName('pur');
    const order = { purchase, amountPaise: 10_000, description: '20 credits' };
    const { reference } = await service.app.kernel.ports.use(SandboxPayments)!.createOrder(order);
    return { reference };
  },
  refusals: { not_found: { input: { reference: 'order_unknown' } } },
});
