import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const side = 24;

/**
 * Draws the icons that `icons.css` names on one sheet, one below the other, and shows each by its place. For a browser each picture is a
 * document of its own, and it opened twenty of them before the first paint.
 */
export const iconSheet = (project: string): Plugin => ({
  name: 'icon sheet',
  setup({ onLoad, onResolve }) {
    const files: string[] = [];
    onLoad({ filter: /[\\/]icons\.css$/ }, async ({ path }) => {
      const style = await readFile(path, 'utf8');
      files.push(...[...style.matchAll(/url\("(heroicons\/[^"]+)"\)/g)].map(([, file]) => file!));
      const placeOf = (file: string) => (files.indexOf(file) / (files.length - 1)) * 100;
      const contents = style
        .replace(
          /mask-image: url\("(heroicons\/[^"]+)"\)/g,
          (_, file) => `mask-position: 0 ${placeOf(file)}%`,
        )
        .replace(
          'center / contain no-repeat',
          `url("icon-sheet.svg") 0 0 / 100% ${files.length * 100}% no-repeat`,
        );
      return { contents, loader: 'css' };
    });
    // Named as a part of the package, so that its licence is passed on.
    const path = 'node_modules/heroicons/icon-sheet.svg';
    onResolve({ filter: /^icon-sheet\.svg$/ }, () => ({ path, namespace: 'icon-sheet' }));
    onLoad({ filter: /./, namespace: 'icon-sheet' }, async () => {
      const icons = await Promise.all(
        files.map((file) => readFile(join(project, 'node_modules', file), 'utf8')),
      );
      const placed = icons.map((icon, at) =>
        icon.replace('<svg ', `<svg y="${at * side}" height="${side}" `),
      );
      return {
        contents: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${icons.length * side}">${placed.join('')}</svg>`,
        loader: 'file',
      };
    });
  },
});
