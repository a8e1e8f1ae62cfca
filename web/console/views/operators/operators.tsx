import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Links } from './links.tsx';
import { Sessions } from './sessions.tsx';
import '#web/console/parts/layout.css';

/** Signed-in operators, and the links to sign in with. */
export default function Operators() {
  const sessions = useListing('GET /api/v1/admin/operators/sessions');
  const links = useListing('GET /api/v1/admin/operators/links');
  const reload = async () => {
    await Promise.all([sessions.reload(), links.reload()]);
  };
  return (
    <Page title="Operators" intro="Console sessions, and the one-time links that let people in.">
      <Sessions of={sessions} onEnded={reload} />
      <Links of={links} onRevoked={reload} />
    </Page>
  );
}
