import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder that may write each table, as the migrations declare it: `-- owner: src/domains/keys: api_key`. */
export function tableOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync('migrations/*.sql', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    const declared = new Set<string>();
    for (const [, folder, tables] of text.matchAll(/^-- owner: ([\w/-]+): (.+)$/gm)) {
      for (const table of tables!.split(', ')) {
        if (owners.has(table)) throw new Error(`${table} has two owners`);
        owners.set(table, folder!);
        declared.add(table);
      }
    }
    for (const table of createdIn(text)) {
      if (!declared.delete(table)) throw new Error(`${file} creates ${table} and names no owner`);
    }
    for (const [, partition, whole] of text.matchAll(/^create table (\w+) partition of (\w+)/gm)) {
      owners.set(partition!, owners.get(whole!)!);
    }
    if (declared.size > 0)
      throw new Error(`${file} names an owner of ${[...declared]}, which it doesn't create`);
  }
  return owners;
}

/** A partition belongs to the owner of its table. */
const createdIn = (text: string) =>
  [...text.matchAll(/^create table (\w+)(?= \()/gm)].map(([, table]) => table!);

/** The table of a statement that names it only at run time. */
export const anyTable = 'any table';

/** Tables that a file of TypeScript or SQL inserts into, updates, deletes from, truncates or locks. */
export function tablesWritten(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '');
  const statements = code.matchAll(
    /\b(?:insert into|merge into|delete from(?: only)?|truncate(?: table)?(?! on\b)|lock table(?: only)?)\s+(\w+|\$\{[^}]*\}|%\w)/g,
  );
  const updates = code.matchAll(
    /(?<!\bfor |\bdo |\bkey |\bor )\bupdate\s+(\w+|\$\{[^}]*\}|%\w)(?:\s+(?:as\s+)?\w+)?\s+set\b/g,
  );
  const calls = code.matchAll(/\.(?:insertInto|mergeInto|replaceInto|updateTable|deleteFrom)\(\s*'?(\w+)?/g);
  const batches = code.matchAll(/\bdeleteInBatches\([\w.]+, '(\w+)'/g);
  const names = [...statements, ...updates, ...calls, ...batches].map(([, table]) =>
    table && /^\w+$/.test(table) ? table : anyTable,
  );
  return [...new Set(names)].sort();
}
