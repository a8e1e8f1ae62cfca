/**
 * Preloaded into the processes of the tests and the programs that they start. Node asks the file system where each import leads
 * and which package it is in: a quarter of the time to load a service. The imports of this project name a file, so the name is
 * enough. Each import of a package is looked up once in a process.
 */
import { readFileSync } from 'node:fs';
import { type ResolveFnOutput, registerHooks } from 'node:module';

const root = new URL('../../../', import.meta.url);
const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  imports: Record<string, string>;
};
/** `#core/` with the address of its folder. */
const folders = new Map(
  Object.entries(imports)
    .filter(([name]) => name.endsWith('/*'))
    .map(([name, target]) => [name.slice(0, -1), new URL(target.slice(0, -1), root).href]),
);
const formats: Readonly<Record<string, string>> = { '.ts': 'module-typescript', '.mjs': 'module' };
const source = new URL('src/', root).href;
const ofPackages = new Map<string, ResolveFnOutput>();

/** Where an import leads whose specifier says so. */
function namedFile(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return new URL(specifier, from).href;
  const end = specifier.indexOf('/') + 1;
  const folder = specifier.startsWith('#') ? folders.get(specifier.slice(0, end)) : undefined;
  return folder && folder + specifier.slice(end);
}

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL;
    if (!from?.startsWith(root.href) || !context.conditions?.includes('import'))
      return next(specifier, context);
    const url = namedFile(specifier, from);
    if (url) return { url, format: formats[url.slice(url.lastIndexOf('.'))], shortCircuit: true };
    if (!from.startsWith(source)) return next(specifier, context);
    let found = ofPackages.get(specifier);
    if (!found) {
      const { url: address, format } = next(specifier, context);
      found = { url: address, format, shortCircuit: true };
      ofPackages.set(specifier, found);
    }
    return found;
  },
});
