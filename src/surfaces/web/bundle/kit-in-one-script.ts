import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Parts that first views don't need: forms, lists, questions, keys, the library for charts. And what loads all this. */
const others =
  /^(campaigns|forms|lists|saved-views|style)\/|\/(begin|chart-data|copy|draw|draw-chart|drawn-chart|entries|focus|keyboard|keys-dialog|meter|palette|progress|question-dialog|rupees|save-file|secret|start|use-found-entries)\.tsx?$/;
/** Scripts of their own: apps, their views, and parts that come later. One left out would split the kit again. */
const users =
  /[\\/]web[\\/]((app|console)[\\/].*|shared[\\/].*[\\/](drawn-chart|keyboard|keys-dialog|question-dialog|save-view|saved-views))\.tsx$/;

/**
 * The bundler makes a script of what the same views use. Each view uses some of `web/shared`, so that would become dozens of
 * scripts of a few hundred bytes. Here every view reaches all of it: it becomes one script, which is loaded once.
 */
export const kitInOneScript = (project: string): Plugin => ({
  name: 'kit in one script',
  setup({ onLoad }) {
    const folder = join(project, 'web/shared');
    const imports = globSync('*/*.{ts,tsx}', { cwd: folder })
      .filter((name) => !others.test(name.replaceAll('\\', '/')))
      .map((name) => `import ${JSON.stringify(join(folder, name))};`)
      .join('');
    onLoad({ filter: users }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n${imports}`,
      loader: 'tsx',
    }));
  },
});
