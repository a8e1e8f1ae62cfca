import type { Manifest } from '#core/domain.ts';

/** `docs/settings.md`: every setting, with what its definition says. */
export function settingsPage({ domains }: Manifest): string {
  const sections = domains
    .filter(({ settings }) => Object.keys(settings ?? {}).length > 0)
    .map(
      ({ title, settings }) => `## ${title}\n\n| | default | unit | |\n|---|---|---|---|\n${rows(settings!)}`,
    );
  return `# Settings

What you can change while the service runs; [how](guide/operating.md#changing-settings). Generated from the code by \`npm run generate\`.

${sections.join('\n\n')}
`;
}

const rows = (settings: NonNullable<Manifest['settings']>): string =>
  Object.entries(settings)
    .map(([name, setting]) => {
      const words = `${setting.doc} ${setting.effect}`.replaceAll('|', '\\|');
      return `| \`${name}\` | \`${JSON.stringify(setting.default)}\` | ${setting.unit ?? ''} | ${words} |`;
    })
    .join('\n');
