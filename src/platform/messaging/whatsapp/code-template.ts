import type { CodeMessage } from '../messaging.ts';

export interface Template {
  name: string;
  /** Such as `en_US`. */
  language: string;
}

const text = (code: string) => [{ type: 'text', text: code }];

/**
 * The body of a message from an authentication template. Meta wants the code twice, and stores the template's copy button as one
 * of the type `url`. `biz_opaque_callback_data` comes back with every event about the message.
 */
export const codeTemplate = ({ name, language }: Template, { id, to, code }: CodeMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: to.replace('+', ''),
  type: 'template',
  template: {
    name,
    language: { code: language },
    components: [
      { type: 'body', parameters: text(code) },
      { type: 'button', sub_type: 'url', index: '0', parameters: text(code) },
    ],
  },
  biz_opaque_callback_data: id,
});
