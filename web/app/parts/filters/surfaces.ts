/** Where a lookup or a job came from, as filters offer it. */
export const surfaceOptions = [
  ['', 'Everywhere'],
  ['dashboard', 'Dashboard'],
  ['api', 'API'],
  ['extension', 'Extension'],
  ['mcp', 'Agents'],
] as const;

export type Surface = Exclude<(typeof surfaceOptions)[number][0], ''>;

export const surfaceName = (surface: string): string =>
  surfaceOptions.find(([value]) => value === surface)?.[1] ?? surface;
