/** Statements of a migration that hold a table in use. Parse trees are those of PostgreSQL's own parser. */

// biome-ignore lint/suspicious/noExplicitAny: a parse tree has hundreds of shapes
export type Tree = any;

/** A statement of a migration, among the others of its file. */
export interface Placed {
  /** Its kind in the parse tree, such as `IndexStmt`. */
  kind: string;
  tree: Tree;
  /** Statements before it in the file. */
  before: readonly Pick<Placed, 'kind' | 'tree'>[];
  /** Whether the file made the table, so that it isn't in use yet. */
  isNew(table: string): boolean;
  isAlone: boolean;
}

export interface LockRule {
  id: string;
  why: string;
  instead: string;
  isBroken(statement: Placed): boolean;
}

const backfill = 'Add a nullable column, fill it by a background migration, and set the default afterwards.';
const ownFile = 'in a file of its own that begins with `-- no transaction`';

/** The commands of an `alter table` on a table in use. */
const commandsOf = ({ kind, tree, isNew }: Pick<Placed, 'kind' | 'tree' | 'isNew'>): Tree[] =>
  kind === 'AlterTableStmt' && !isNew(tree.relation.relname)
    ? tree.cmds.map(({ AlterTableCmd }: Tree) => AlterTableCmd)
    : [];

const columnsAdded = (statement: Placed): Tree[] =>
  commandsOf(statement).flatMap(({ subtype, def }) => (subtype === 'AT_AddColumn' ? def.ColumnDef : []));
const constraintsOf = (column: Tree): Tree[] =>
  (column.constraints ?? []).map(({ Constraint }: Tree) => Constraint);
const hasConstraint = (column: Tree, ...types: string[]): boolean =>
  constraintsOf(column).some(({ contype }) => types.includes(contype));

const constraintsAdded = (statement: Placed): Tree[] =>
  commandsOf(statement).flatMap(({ subtype, def }) => (subtype === 'AT_AddConstraint' ? def.Constraint : []));
const indexed = ['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'];

const does = (statement: Placed, ...subtypes: string[]): boolean =>
  commandsOf(statement).some(({ subtype }) => subtypes.includes(subtype));

/** Everything in a tree with this name. */
function named(tree: Tree, name: string): Tree[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...named(value, name),
  ]);
}

/** `now()` is the same for all rows, so the table isn't written. */
const isVolatile = (expression: Tree): boolean =>
  named(expression, 'FuncCall').some(({ funcname }) => funcname.at(-1).String.sval !== 'now');
const isSerial = ({ typeName }: Tree): boolean => /serial/.test(typeName.names.at(-1).String.sval);
const isStored = ({ contype, generated_kind }: Tree): boolean =>
  contype === 'CONSTR_GENERATED' && generated_kind !== 'v';

const rewritesFor = (column: Tree): boolean =>
  isSerial(column) ||
  hasConstraint(column, 'CONSTR_IDENTITY') ||
  constraintsOf(column).some(
    (one) => isStored(one) || (one.contype === 'CONSTR_DEFAULT' && isVolatile(one.raw_expr)),
  );

/** Tables in use that a statement reads or writes, without the one that an `insert` adds rows to. */
function tablesRead({ tree, isNew }: Placed): string[] {
  const own = new Set(named(tree, 'CommonTableExpr').map(({ ctename }) => ctename));
  return named(tree, 'RangeVar')
    .map(({ relname }) => relname)
    .filter((table) => !own.has(table) && !isNew(table));
}

const isConcurrent = ({ kind, tree }: Placed): boolean =>
  tree.concurrent === true ||
  (kind === 'ReindexStmt' &&
    (tree.params ?? []).some(({ DefElem }: Tree) => DefElem.defname === 'concurrently'));

/** The table in use that a statement about tables locks. */
function tableLocked({ kind, tree, isNew }: Pick<Placed, 'kind' | 'tree' | 'isNew'>): string[] {
  const dropped = tree.removeType === 'OBJECT_TABLE' ? tree.objects : [];
  const tables = ['AlterTableStmt', 'CreateTrigStmt', 'RenameStmt'].includes(kind)
    ? [tree.relation?.relname]
    : dropped.map((object: Tree) => object.List.items.at(-1).String.sval);
  return tables.filter((table: string | undefined) => table && !isNew(table));
}

const isValidated = ({ before, tree, isNew }: Placed): boolean =>
  before.some(
    (one) =>
      one.tree.relation?.relname === tree.relation.relname &&
      commandsOf({ ...one, isNew }).some(({ subtype }) => subtype === 'AT_ValidateConstraint'),
  );

export const lockRules: readonly LockRule[] = [
  {
    id: 'index',
    why: 'Building an index blocks writes until it is built.',
    instead: `Write \`create index concurrently if not exists\` ${ownFile}.`,
    isBroken: ({ kind, tree, isNew, ...one }) =>
      kind === 'IndexStmt' && !isNew(tree.relation.relname) && !isConcurrent({ kind, tree, isNew, ...one }),
  },
  {
    id: 'drop-index',
    why: 'Dropping an index waits for all who use the table, and blocks those who come later.',
    instead: `Write \`drop index concurrently if exists\` ${ownFile}.`,
    isBroken: (one) =>
      one.kind === 'DropStmt' && one.tree.removeType === 'OBJECT_INDEX' && !isConcurrent(one),
  },
  {
    id: 'reindex',
    why: 'Building an index again blocks reads and writes.',
    instead: `Write \`reindex index concurrently\` ${ownFile}.`,
    isBroken: (one) => one.kind === 'ReindexStmt' && !isConcurrent(one),
  },
  {
    id: 'column-rewrites',
    why: 'The value differs from row to row, so the whole table is written again under a lock that blocks reads.',
    instead: backfill,
    isBroken: (one) => columnsAdded(one).some(rewritesFor),
  },
  {
    id: 'column-required',
    why: 'A required column without a default fails on a table with rows, and inserts of the older release fail.',
    instead: 'Give it a constant default, or add it nullable and fill it by a background migration.',
    isBroken: (one) =>
      columnsAdded(one).some(
        (column) =>
          hasConstraint(column, 'CONSTR_NOTNULL') &&
          !hasConstraint(column, 'CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY') &&
          !isSerial(column),
      ),
  },
  {
    id: 'column-constraint',
    why: 'A constraint of a new column reads the table or builds an index under a lock that blocks reads.',
    instead: 'Add the column without it. Add the constraint as described for `constraint` and `unique`.',
    isBroken: (one) =>
      columnsAdded(one).some((column) =>
        hasConstraint(column, 'CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'),
      ),
  },
  {
    id: 'constraint',
    why: 'A new constraint reads the whole table under a lock that blocks writes.',
    instead: 'Add `not valid`, and run `alter table … validate constraint` in the next migration.',
    isBroken: (one) =>
      constraintsAdded(one).some(
        ({ contype, skip_validation }) => !indexed.includes(contype) && !skip_validation,
      ),
  },
  {
    id: 'unique',
    why: 'A unique, primary or exclusion constraint builds its index under a lock that blocks reads.',
    instead: 'Build a unique index concurrently first, and add the constraint `using index`.',
    isBroken: (one) =>
      constraintsAdded(one).some(({ contype, indexname }) => indexed.includes(contype) && !indexname),
  },
  {
    id: 'validate',
    why: 'The file holds a lock from an earlier statement while the whole table is read.',
    instead: 'Validate in a file of its own.',
    isBroken: (one) =>
      does(one, 'AT_ValidateConstraint') &&
      one.before.some((earlier) => tableLocked({ ...earlier, isNew: one.isNew }).length > 0),
  },
  {
    id: 'not-null',
    why: 'The whole table is read under a lock that blocks reads.',
    instead:
      'Add a check that it is not null as `not valid`. In the next migration validate that, set `not null`, and drop the check.',
    isBroken: (one) => does(one, 'AT_SetNotNull') && !isValidated(one),
  },
  {
    id: 'type',
    why: 'Another type writes the whole table again under a lock that blocks reads.',
    instead: 'Add a column of the new type and fill it by a background migration.',
    isBroken: (one) => does(one, 'AT_AlterColumnType'),
  },
  {
    id: 'rewrite',
    why: 'The whole table is written again, or emptied, under a lock that blocks reads.',
    instead: 'Make a new table, and move the rows by a background migration.',
    isBroken: (one) =>
      does(
        one,
        'AT_SetLogged',
        'AT_SetUnLogged',
        'AT_SetTableSpace',
        'AT_SetAccessMethod',
        'AT_SetExpression',
      ) ||
      ['ClusterStmt', 'TruncateStmt', 'VacuumStmt'].includes(one.kind) ||
      (one.kind === 'RefreshMatViewStmt' && !isConcurrent(one)),
  },
  {
    id: 'lock',
    why: 'An explicit lock lasts until the end of the migration.',
    instead: 'Leave it out: each statement takes the lock that it needs.',
    isBroken: ({ kind }) => kind === 'LockStmt',
  },
  {
    id: 'rows',
    why: 'Work on the rows of a table in use takes longer with each row, and keeps its locks until the end.',
    instead: 'Declare a background migration. Rows for a new feature are inserted with `values`.',
    isBroken: (one) => {
      if (['DoStmt', 'CallStmt', 'CopyStmt'].includes(one.kind)) return true;
      if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(one.kind))
        return !one.isNew(one.tree.relation.relname);
      return (
        ['InsertStmt', 'SelectStmt', 'CreateTableAsStmt'].includes(one.kind) && tablesRead(one).length > 0
      );
    },
  },
  {
    id: 'rename',
    why: 'Processes of the older release still use the old name.',
    instead: 'Add the new name, use both for a release, and drop the old one in a later release.',
    isBroken: (one) =>
      one.kind === 'RenameStmt' &&
      ['OBJECT_COLUMN', 'OBJECT_TABLE'].includes(one.tree.renameType) &&
      tableLocked(one).length > 0,
  },
  {
    id: 'two-tables',
    why: 'A lock on one table is held while the migration waits for another.',
    instead: 'Change one table in use per migration.',
    isBroken: (one) =>
      tableLocked(one).some((table) =>
        one.before.some((earlier) =>
          tableLocked({ ...earlier, isNew: one.isNew }).some((other) => other !== table),
        ),
      ),
  },
  {
    id: 'alone',
    why: 'A statement outside of a transaction waits for a table as long as it takes, and everyone waits behind it.',
    instead: 'Remove `-- no transaction`, which is for `concurrently` alone.',
    isBroken: (one) => one.isAlone && !isConcurrent(one),
  },
];
