import type { ComponentType } from 'preact';

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
}
