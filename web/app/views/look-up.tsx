import { useQuery } from '../../shared/address.ts';
import { Card } from '../../shared/card.tsx';
import { Page } from '../../shared/page.tsx';
import { LookUpForm } from './look-up/look-up-form.tsx';
import { StoredAnswer } from './look-up/stored-answer.tsx';
import './look-up/look-up.css';

/** The address has the lookup's id, never the link or a name. */
export default function LookUp() {
  const [{ lookup }, change] = useQuery();
  return (
    <Page
      title="Look up"
      intro="Find the e-mails, phones and links that are known for one person. You pay 1 credit if an e-mail or a phone is found."
    >
      <Card>
        <LookUpForm onAnswer={(id) => change({ lookup: id })} />
      </Card>
      {lookup && <StoredAnswer key={lookup} id={lookup} />}
    </Page>
  );
}
