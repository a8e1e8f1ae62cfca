import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** What loads all this, and what first views don't need: forms, questions, the library for charts. */
const others =
  /^(cancel|check|choice|copy|field|form|labelled|listing|meter|paged|progress|question-dialog|reason|rupees|save-file|secret|start|table|use-listing|chart-data|drawn-chart|draw-chart|encodings|banner|popup|file-drop|local-time)\.|\.d\.ts$/;
const users = /[\\/]web[\\/]((app|console)[\\/].*|shared[\\/]drawn-chart)\.tsx$/;

/**
 * The bundler makes a script of what the same views use. Each view uses some of `web/shared`, so that would become dozens of
 * scripts of a few hundred bytes. Here every view reaches all of it: it becomes one script, which is loaded once.
 */
export const kitInOneScript = (project: string): Plugin => ({
  name: 'kit in one script',
  setup({ onLoad }) {
    const folder = join(project, 'web/shared');
    const imports = globSync('*.{ts,tsx}', { cwd: folder })
      .filter((name) => !others.test(name))
      .map((name) => `import ${JSON.stringify(join(folder, name))};`)
      .join('');
    onLoad({ filter: users }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n${imports}`,
      loader: 'tsx',
    }));
  },
});
