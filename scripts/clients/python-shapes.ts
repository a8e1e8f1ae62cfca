import { pascal, type Schema } from './document.ts';

/** Prints JSON schemas as Python types. An object becomes a `TypedDict` with a name of its own. */
export class PythonShapes {
  readonly #texts = new Map<string, string>();

  /** Adds a shape, and those inside it. Returns its name. */
  add(name: string, schema: Schema): string {
    if (!isRecord(schema)) {
      this.#texts.set(name, `${name} = ${this.typeOf(schema, name)}\n`);
      return name;
    }
    if (this.#texts.has(name)) throw new Error(`Two shapes are named ${name}.`);
    // Reserves the name, and the place in front of the shapes inside.
    this.#texts.set(name, '');
    this.#texts.set(name, this.#record(name, schema));
    return name;
  }

  get text(): string {
    return [...this.#texts.values()].join('\n\n');
  }

  get names(): string[] {
    return [...this.#texts.keys()];
  }

  /** The type, where `name` is for an object in it that has none. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1)!;
    if ('const' in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => this.typeOf(one, name)))].join(' | ');
    if (schema.type === 'array') return `list[${schema.items ? this.typeOf(schema.items, name) : 'Any'}]`;
    if (schema.type === 'object')
      return isRecord(schema) ? this.add(name, schema) : this.#mapping(schema, name);
    return scalars[schema.type ?? ''] ?? 'Any';
  }

  #mapping({ patternProperties, additionalProperties, properties }: Schema, name: string): string {
    const rest = patternProperties ? Object.values(patternProperties)[0] : additionalProperties;
    return `dict[str, ${!properties && typeof rest === 'object' ? this.typeOf(rest, name) : 'Any'}]`;
  }

  #record(name: string, { description, properties = {}, required = [] }: Schema): string {
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = this.typeOf(schema, `${name}${pascal(member)}`);
      return {
        member,
        type: required.includes(member) ? type : `NotRequired[${type}]`,
        doc: schema.description,
      };
    });
    // A class can't have a member with the name of a keyword.
    if (members.some(({ member }) => !isName(member)))
      return `${name} = TypedDict(\n    "${name}",\n    {\n${members.map(({ member, type }) => `        "${member}": "${type.replaceAll('"', "'")}",`).join('\n')}\n    },\n)\n`;
    const lines = members.map(
      ({ member, type, doc }) => `    ${member}: ${type}\n${doc ? `    ${docText(doc)}\n` : ''}`,
    );
    return `class ${name}(TypedDict):\n${description ? `    ${docText(description)}\n\n` : ''}${lines.join('')}`;
  }
}

/** An object whose members are known, and no others. */
const isRecord = ({ type, properties, patternProperties, additionalProperties }: Schema): boolean =>
  type === 'object' &&
  Object.keys(properties ?? {}).length > 0 &&
  !patternProperties &&
  !additionalProperties;

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const literal = (values: readonly unknown[]): string =>
  values.every((value) => typeof value !== 'number' || Number.isInteger(value))
    ? `Literal[${values.map(python).join(', ')}]`
    : 'float';

/** A value as Python writes it. */
export const python = (value: unknown): string =>
  value === null ? 'None' : value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);

/** `jobs.createFromFile` is `create_from_file`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const docText = (text: string): string =>
  `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}${text.endsWith('"') ? ' ' : ''}"""`;

const isName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
