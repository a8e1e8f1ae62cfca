import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './sources.ts';

export interface Import {
  /** A path below the project for our own files, the package's name otherwise. */
  target: string;
  kind: 'own' | 'package' | 'node';
  typeOnly: boolean;
  /** `import`, and not `export … from`. */
  isImport: boolean;
  /** `import()`, at run time. */
  isLazy: boolean;
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].map(([statement, typeWord, from, dynamic]) => {
    const named = /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(',')
      .filter((part) => part.trim() !== '');
    const allTypes = named?.every((part) => part.trim().startsWith('type ')) ?? false;
    return {
      ...resolveImport(file, (from ?? dynamic)!),
      typeOnly: typeWord !== undefined || allTypes,
      isImport: statement.startsWith('import') && dynamic === undefined,
      isLazy: dynamic !== undefined,
    };
  });
}

/** Aliases in package.json that don't have the name of their folder in src. */
const folders: Readonly<Record<string, string>> = {
  app: 'src',
  client: 'clients/typescript/src',
  dev: 'dev',
  test: 'test',
  web: 'web',
};

function resolveImport(file: string, specifier: string): Pick<Import, 'target' | 'kind'> {
  if (specifier.startsWith('.')) {
    return { kind: 'own', target: relative(root, join(root, dirname(file), specifier)) };
  }
  if (specifier === '#client') return { kind: 'own', target: 'clients/typescript/src/index.ts' };
  const alias = /^#(\w+)\/(.*)$/.exec(specifier);
  if (alias) return { kind: 'own', target: `${folders[alias[1]!] ?? `src/${alias[1]}`}/${alias[2]}` };
  const isNode = specifier.startsWith('node:') || builtinModules.includes(specifier);
  return { kind: isNode ? 'node' : 'package', target: specifier };
}
