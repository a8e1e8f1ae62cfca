import { eventOf, messagesChange } from '#dev/stand-ins/whatsapp/events.ts';
import { sample } from '#test/samples/sample.ts';
import { signedEvent } from '#test/support/whatsapp.ts';

const status = { id: 'wamid.sample', status: 'delivered', timestamp: '1750030073' };
const { body, headers } = signedEvent(eventOf(messagesChange({ statuses: [status] })));

export default sample({ file: { text: body, contentType: 'application/json', headers } });
