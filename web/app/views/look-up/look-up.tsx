import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { LookUpForm } from './look-up-form.tsx';
import { StoredAnswer } from './stored-answer.tsx';
import './look-up.css';

/** The address has the lookup's id, never the link or a name. */
export default function LookUp() {
  const [{ lookup }, change] = useQuery();
  return (
    <Page
      title="Look up"
      intro="Find the emails, phones and links that are known for one person. You pay 1 credit if an email or a phone is found."
    >
      <Card>
        <LookUpForm onAnswer={(id) => change({ lookup: id })} />
      </Card>
      {lookup && <StoredAnswer key={lookup} id={lookup} />}
    </Page>
  );
}
