import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

const compiled = new WeakMap<object, ReturnType<typeof Compile>>();

/** The validator of a schema, compiled when it is first asked for. */
export function compiledOnce(schema: object): ReturnType<typeof Compile> {
  const validator = compiled.get(schema) ?? Compile(schema as TSchema);
  compiled.set(schema, validator);
  return validator;
}
