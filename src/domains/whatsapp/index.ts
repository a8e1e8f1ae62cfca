export { type WhatsAppNumber, whatsappOf } from './numbers/sql.ts';
