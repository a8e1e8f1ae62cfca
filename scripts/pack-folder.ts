import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** A `.tar.gz` of the folder's files. The same files and time give the same bytes: names are sorted, and owners are left out. */
export async function packFolder(folder: string, mtime: Date): Promise<Buffer> {
  const files = globSync('**/*', { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  const tar = await packTar(
    files.map((name) => {
      const body = readFileSync(join(folder, name));
      return { header: { name, size: body.length, mtime, mode: 0o644 }, body };
    }),
  );
  return gzipSync(tar, { level: 9 });
}
