/** The values of the fields, trimmed, by name. An empty field is '', a ticked box 'true'. */
export type FormValues<Name extends string = string> = Record<Name, string>;

export type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function valuesOf<Name extends string>(form: HTMLFormElement): FormValues<Name> {
  const values: Record<string, string> = {};
  for (const field of fieldsOf(form)) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') {
      values[field.name] = field.checked ? 'true' : '';
    } else if (!(field instanceof HTMLInputElement && field.type === 'radio' && !field.checked)) {
      values[field.name] = field.value.trim();
    }
  }
  return values as FormValues<Name>;
}

export const fieldsOf = (form: HTMLFormElement): FormField[] =>
  [...form.elements].filter(
    (element): element is FormField => 'name' in element && element.name !== '' && 'value' in element,
  );

/** False where something was typed after it was sent. */
export const isAsSent = (form: HTMLFormElement, sent: FormValues): boolean =>
  Object.entries(valuesOf(form)).every(([name, value]) => sent[name] === value);
