import { parse } from 'libpg-query';
import { lockRules, type Placed, type Tree } from './lock-rules.ts';

/**
 * Sentences on statements of a migration that would hold a table in use, each with its file and line. A line such as
 * `-- allows rows: an installation has few keys` leaves out one rule for the whole file, with the reason.
 */
export async function lockFaults(file: string, text: string): Promise<string[]> {
  const statements = await statementsOf(text);
  const made = new Set(statements.flatMap(tablesMade));
  const allowed = [...text.matchAll(/^-- allows ([a-z-]+): \S/gm)].map(([, rule]) => rule);
  const isAlone = text.startsWith('-- no transaction');
  return statements.flatMap(({ line, ...statement }, at) => {
    const placed: Placed = {
      ...statement,
      before: statements.slice(0, at),
      isNew: (table) => made.has(table),
      isAlone,
    };
    return lockRules
      .filter(({ id, isBroken }) => !allowed.includes(id) && isBroken(placed))
      .map(({ id, why, instead }) => `${file}:${line}: [${id}] ${why} ${instead}`);
  });
}

interface Statement {
  kind: string;
  tree: Tree;
  line: number;
}

const gap = /^(?:\s|--.*\n)*/;

/** Statements with the lines they begin on. Places in a parse tree are bytes. */
async function statementsOf(text: string): Promise<Statement[]> {
  const bytes = Buffer.from(text);
  const { stmts } = (await parse(text)) as Tree;
  return stmts.map(({ stmt, stmt_location = 0 }: Tree) => {
    const [[kind, tree]] = Object.entries(stmt) as [[string, Tree]];
    const before = bytes.subarray(0, stmt_location).toString();
    const [skipped] = gap.exec(bytes.subarray(stmt_location).toString())!;
    return { kind, tree, line: (before + skipped).split('\n').length };
  });
}

function tablesMade({ kind, tree }: Statement): string[] {
  if (kind === 'CreateStmt') return [tree.relation.relname];
  return kind === 'CreateTableAsStmt' ? [tree.into.rel.relname] : [];
}
