/** How an operation presents itself to agents. Its schemas are the operation's own. */
export interface Tool {
  /** Unique and stable: people allow tools by name. */
  name: string;
  /** For people. */
  title: string;
  /** For the model: what it does, when to use it, what it costs, and what to do next. */
  description: string;
  /** Members that agents can't send. */
  hides?: readonly string[];
  /** Defaults that replace those of the operation: what an agent reads fills its context. */
  defaults?: Readonly<Record<string, unknown>>;
  /** Hosts may run these without asking. Whatever costs credits is not one of them. */
  isReadOnly: boolean;
  /** Ends or deletes something. */
  isDestructive?: boolean;
  /** A repeat with the same arguments changes nothing more. */
  isIdempotent?: boolean;
  /** Asks sources outside the service. */
  isOpenWorld?: boolean;
}
