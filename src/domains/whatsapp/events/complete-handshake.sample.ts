import { sample } from '#test/samples/sample.ts';
import { testWhatsApp } from '#test/support/service.ts';

export default sample({
  prepare: () => ({
    'hub.mode': 'subscribe',
    'hub.verify_token': testWhatsApp.WHATSAPP_VERIFY_TOKEN,
    'hub.challenge': '1158201444',
  }),
  refusals: { handshake_refused: { input: { 'hub.verify_token': 'another' } } },
});
