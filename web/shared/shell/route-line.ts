import { type ComponentType, createContext } from 'preact';

/** An address and what is shown there. Parameters of the path, such as `:job_id`, arrive as props of the view. */
export interface RouteLine {
  path: string;
  /** Loaded on the first visit. */
  view: () => Promise<{ default: ComponentType<never> }>;
  /** Its name in the navigation. Views without one are reached from others. */
  nav?: string;
  /** Its icon in the navigation, from `web/shared/style/icons.css`. */
  icon?: string;
  /** Lines of a group are listed together under its name. */
  group?: string;
  /** Its name among the tabs of the views that belong together. */
  tab?: string;
  /** The line of the navigation that it belongs to. Those with a tab are listed together on each of them. */
  under?: string;
  /** `g` and this letter open it. */
  key?: string;
  /** What is done there, for the palette: "New job". */
  act?: string;
  /** It is a list with filters, and these can be saved as a view. */
  isList?: boolean;
}

/** The lines of the app. */
export const Routes = createContext<readonly RouteLine[]>([]);

/** The line that an address is shown by, or is below of. */
export function lineOf(routes: readonly RouteLine[], path: string): RouteLine | undefined {
  return routes
    .filter(({ path: of, nav, under }) => (nav || under) && isWithin(path, of))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Everything is below the home of an app, so it holds only itself. */
const isWithin = (path: string, of: string) =>
  of === path || (of.split('/').length > 2 && path.startsWith(`${of}/`));

/** The tabs of a view: each address with its name. */
export function tabsOf(routes: readonly RouteLine[], path: string): [href: string, text: string][] {
  const line = routes.find((each) => each.path === path && each.tab);
  const first = line?.under ?? line?.path;
  return routes
    .filter((each) => each.tab && (each.under ?? each.path) === first)
    .map((each) => [each.path, each.tab!]);
}
