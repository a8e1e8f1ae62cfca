import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Links } from './links.tsx';
import { People } from './people.tsx';
import { Sessions } from './sessions.tsx';

/** Operators with their roles, those who are signed in, and the links to sign in with. */
export default function Operators() {
  const sessions = useListing('GET /api/v1/admin/operators/sessions');
  const links = useListing('GET /api/v1/admin/operators/links');
  const people = useListing('GET /api/v1/admin/operators');
  const reload = async () => {
    await Promise.all([people.reload(), sessions.reload(), links.reload()]);
  };
  return (
    <Page
      title="Operators"
      intro="People with their roles, open sessions of the console, and the one-time links that let people in."
    >
      <People of={people} onChanged={reload} />
      <Sessions of={sessions} onEnded={reload} />
      <Links of={links} onRevoked={reload} />
    </Page>
  );
}
