import { sample } from '#test/samples/sample.ts';

const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'asha@works.example' };

export default sample({
  file: { text: JSON.stringify(bounce), contentType: 'application/json' },
  async prepare({ service, customer }) {
    const made = await service.withKey(customer.key, 'POST', '/api/v1/bounces/webhook', {});
    return { token: made.json().url.split('/').at(-1) };
  },
});
