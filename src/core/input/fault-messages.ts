import { noOuterWhitespace } from './text-rules.ts';

type Message = { msg: string; type: string };

/** Describes what is wrong with a member, with FastAPI's messages and types. */
export function messageFor(keyword: string, params: Record<string, unknown>, input: unknown): Message {
  switch (keyword) {
    case 'type':
      return messageForType(String(params.type), input);
    case 'minLength':
      return { msg: `String should have at least ${params.limit} character(s)`, type: 'string_too_short' };
    case 'maxLength':
      return { msg: `String should have at most ${params.limit} characters`, type: 'string_too_long' };
    case 'minItems':
      return { msg: `List should have at least ${params.limit} item(s)`, type: 'too_short' };
    case 'maxItems':
      return { msg: `List should have at most ${params.limit} items`, type: 'too_long' };
    case 'minimum':
      return { msg: `Input should be greater than or equal to ${params.limit}`, type: 'greater_than_equal' };
    case 'maximum':
      return { msg: `Input should be less than or equal to ${params.limit}`, type: 'less_than_equal' };
    case 'enum':
      return {
        msg: `Input should be ${(params.allowedValues as unknown[]).map((v) => `'${v}'`).join(' or ')}`,
        type: 'literal_error',
      };
    case 'const':
      return { msg: `Input should be '${params.allowedValue}'`, type: 'literal_error' };
    case 'minProperties':
      return { msg: `Dictionary should have at least ${params.limit} member(s)`, type: 'too_short' };
    case 'maxProperties':
      return { msg: `Dictionary should have at most ${params.limit} members`, type: 'too_long' };
    case 'pattern':
      if (String(params.pattern) === noOuterWhitespace)
        return { msg: 'String should not start or end with white space', type: 'value_error' };
      return { msg: messageForPattern(String(params.pattern)), type: 'string_pattern_mismatch' };
    case 'format':
      return { msg: `Input should be a valid ${params.format}`, type: 'value_error' };
    case 'anyOf':
      return { msg: 'Input should be of one of the documented types', type: 'union_error' };
    default:
      return { msg: `Input should satisfy '${keyword}'`, type: 'value_error' };
  }
}

function messageForPattern(pattern: string): string {
  if (pattern === '\\S') return 'String should not be blank';
  const [, digits] = /^\^\\d\{(\d+)\}\$$/.exec(pattern) ?? [];
  return digits ? `String should be ${digits} digits` : `String should match pattern '${pattern}'`;
}

function messageForType(type: string, input: unknown): Message {
  const parsing = typeof input === 'string';
  switch (type) {
    case 'string':
      return { msg: 'Input should be a valid string', type: 'string_type' };
    case 'integer':
      return parsing
        ? {
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            type: 'int_parsing',
          }
        : { msg: 'Input should be a valid integer', type: 'int_type' };
    case 'number':
      return { msg: 'Input should be a valid number', type: 'float_type' };
    case 'boolean':
      return parsing
        ? { msg: 'Input should be a valid boolean, unable to interpret input', type: 'bool_parsing' }
        : { msg: 'Input should be a valid boolean', type: 'bool_type' };
    case 'array':
      return { msg: 'Input should be a valid list', type: 'list_type' };
    case 'object':
      return { msg: 'Input should be a valid dictionary', type: 'dict_type' };
    default:
      return { msg: `Input should be ${type}`, type: `${type}_type` };
  }
}
