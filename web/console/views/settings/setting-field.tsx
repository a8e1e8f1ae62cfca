import type { ComponentChildren } from 'preact';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import type { Setting, Values } from './types.ts';
import { kindOf, membersOf, schemaOf, textOf, writtenOf } from './values.ts';

const switches = [
  ['true', 'On'],
  ['false', 'Off'],
] as const;

/** Settings that have a page of their own. */
const easierAt: Record<string, string> = { sources_on: '/console/sources', source_terms: '/console/sources' };

/** One setting, with what it decides, its default and when a change takes effect. */
export function SettingField({ of: setting }: { of: Setting }) {
  const { name, value } = setting;
  const named = { name, label: nameText(name), hint: <About of={setting} /> };
  switch (kindOf(setting)) {
    case 'switch':
      return <Choice {...named} options={switches} value={String(value)} />;
    case 'number':
      return <NumberField {...named} value={value as number} schema={schemaOf(setting)} />;
    case 'numbers':
      return <NumberFields of={setting} />;
    default:
      return <Field {...named} rows={3} value={writtenOf(setting)} isRequired={kindOf(setting) === 'json'} />;
  }
}

interface NumberFieldProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  value: number;
  schema: { minimum?: number; maximum?: number };
}

const NumberField = ({ schema, ...named }: NumberFieldProps) => (
  <Field {...named} type="number" min={schema.minimum} max={schema.maximum} step={1} />
);

function NumberFields({ of: setting }: { of: Setting }) {
  return (
    <fieldset class="setting">
      <legend>{nameText(setting.name)}</legend>
      <p class="hint">
        <About of={setting} />
      </p>
      {membersOf(setting).map(([field, member, schema]) => (
        <NumberField
          key={field}
          name={field}
          label={nameText(member)}
          value={(setting.value as Values)[member] as number}
          schema={schema}
        />
      ))}
    </fieldset>
  );
}

function About({ of: setting }: { of: Setting }) {
  const { name, doc, default: fallback, unit, effect } = setting;
  const page = easierAt[name];
  return (
    <>
      <Doc text={doc} /> {kindOf(setting) === 'lines' && 'One on each line.'} Default: {textOf(fallback)}
      {unit ? ` ${unit}` : ''}. {effect} {page && <a href={page}>Easier on the page Sources</a>}
    </>
  );
}

/** A sentence with names in backticks. */
const Doc = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}</>
);

/** For example "Free repeat days" for `free_repeat_days`. */
export function nameText(name: string): string {
  const words = name.replaceAll('_', ' ').replace('whatsapp', 'WhatsApp').replace('signup', 'sign-up');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
