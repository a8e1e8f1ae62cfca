import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

const project = join(import.meta.dirname, '../..');
const added = join(import.meta.dirname, 'next-release');
const version = '3.1.0';

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file} is no longer as this test edits it.`);
  await writeFile(file, changed);
}

/** A copy of the project, as the release after this one: it has the migrations and the domain of `next-release/`. */
export async function makeNextRelease(folder: string): Promise<string> {
  await mkdir(folder);
  for (const part of ['src', 'migrations'])
    await cp(join(project, part), join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'web', 'docs', 'clients', 'extension', 'dev', 'tsconfig.json'])
    await symlink(join(project, part), join(folder, part));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...packageJson, version }));
  await cp(join(added, 'migrations'), join(folder, 'migrations'), { recursive: true });
  const domain = join(folder, 'src/domains/rehearsal');
  await cp(join(added, 'functions'), join(domain, 'functions'), { recursive: true });
  await cp(join(added, 'manifest.ts'), join(domain, 'manifest.ts'));
  await edit(join(folder, 'src/manifest.ts'), (text) =>
    `import { rehearsal } from '#domains/rehearsal/manifest.ts';\n${text}`.replace(
      '  status,\n',
      '  status,\n  rehearsal,\n',
    ),
  );
  await edit(join(folder, 'src/platform/database/functions-release.generated.ts'), (text) =>
    text.replace(/number: (\d+)/, (_, number) => `number: ${Number(number) + 1}`),
  );
  return folder;
}
