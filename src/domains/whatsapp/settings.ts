import Type from 'typebox';
import { setting, type ValuesOf } from '#core/setting.ts';

export const whatsappSettings = {
  whatsapp_required: setting(Type.Boolean(), {
    default: true,
    unit: null,
    doc: 'Whether an account needs a verified WhatsApp number. While it is off, a number can be recorded without a code.',
    effect: 'From the next request.',
  }),
};

declare module '#core/setting.ts' {
  interface SettingValues extends ValuesOf<typeof whatsappSettings> {}
}
