export interface GuideGroup {
  title: string;
  isForOperators: boolean;
  /** Names of files in docs/guide. */
  guides: string[];
}

/** The groups of the table in README.md, whose first row is for customers. Guides that it doesn't name are in the last group. */
export function groupsIn(readme: string, names: readonly string[]): GuideGroup[] {
  const rows = [...readme.matchAll(/^\| (\w[^|]*) \| (.*docs\/guide\/.*) \|$/gm)];
  const groups = rows.map(([, title, links], at) => ({
    title: title!,
    isForOperators: at > 0,
    guides: [...links!.matchAll(/\(docs\/guide\/([\w-]+)\.md\)/g)].map(([, name]) => name!),
  }));
  const grouped = new Set(groups.flatMap(({ guides }) => guides));
  groups.at(-1)?.guides.push(...names.filter((name) => !grouped.has(name)));
  return groups;
}
