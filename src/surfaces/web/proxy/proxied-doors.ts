import type { Manifest } from '#core/domain.ts';
import type { Door } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';
import type { App } from '../apps.ts';

export interface ProxiedDoor {
  declared: Operation;
  door: Door;
}

/** The API's doors that pages of an app may call. Nothing else gets through. */
export const proxiedDoors = ({ operations }: Manifest, app: App): ProxiedDoor[] =>
  operations.flatMap((declared) =>
    declared.doors.filter((door) => isFor[app](door)).map((door) => ({ declared, door })),
  );

const isFor: Readonly<Record<App, (door: Door) => boolean>> = {
  app: ({ access, forCustomers, page }) => forCustomers === true || (access === 'public' && !page),
  console: ({ access, method, forCustomers, forPagesServer }) =>
    (access === 'admin' && !forPagesServer) || (forCustomers === true && method === 'GET'),
};
