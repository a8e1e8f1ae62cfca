import type { Manifest } from '#core/domain.ts';

/** `docs/settings.md`: every setting, with what its definition says. */
export function settingsPage({ domains }: Manifest): string {
  const sections = domains
    .filter(({ settings }) => Object.keys(settings ?? {}).length > 0)
    .map(
      ({ title, settings }) =>
        `## ${title}\n\n| | default | allowed | unit | |\n|---|---|---|---|---|\n${rows(settings!)}`,
    );
  return `# Settings

Settings that you can change while the service runs; [how](guide/operating.md#changing-settings). Generated from the code by \`npm run generate\`.

${sections.join('\n\n')}
`;
}

const rows = (settings: NonNullable<Manifest['settings']>): string =>
  Object.entries(settings)
    .map(([name, setting]) => {
      const words = `${setting.doc} ${setting.effect}`.replaceAll('|', '\\|');
      return `| \`${name}\` | \`${JSON.stringify(setting.default)}\` | ${allowed(setting.shape as Shape)} | ${setting.unit ?? ''} | ${words} |`;
    })
    .join('\n');

interface Shape {
  type?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
  items?: Shape;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
}

/** The values that a schema allows, in words. */
function allowed(shape: Shape): string {
  const { type, minimum, maximum, maxItems, items, anyOf, properties, patternProperties } = shape;
  if (anyOf) return anyOf.map(allowed).join(' or ');
  if (type === 'null') return '`null`';
  if (type === 'boolean') return '`true` or `false`';
  if (type === 'array') return `list of at most ${maxItems}: ${allowed(items!)}`;
  if (type === 'integer') return `${minimum} to ${maximum}`;
  if (properties) return membersOf(properties);
  const [each] = Object.values(patternProperties ?? {});
  if (each) return `by name: ${allowed(each)}`;
  return type === 'string' ? 'text' : String(type);
}

const membersOf = (properties: Record<string, Shape>): string =>
  Object.entries(properties)
    .map(([name, member]) => `\`${name}\` ${allowed(member)}`)
    .join(', ');
