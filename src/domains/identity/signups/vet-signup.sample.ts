import { sample } from '#test/samples/sample.ts';

export default sample({
  input: {
    email: 'ravi@example.com',
    provider: 'google',
    provider_user_id: '108177',
    user_agent: 'Mozilla/5.0',
    device_id: 'dev_91c2',
    whatsapp: '+12025550143',
  },
  prepare: ({ newAddress }) => ({ ip: newAddress() }),
});
