import { useState } from 'preact/hooks';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { ConnectTabs } from './connect-tabs.tsx';
import { MintCode } from './mint-code.tsx';
import { Sessions } from './sessions.tsx';
import './connect.css';

/** Codes that connect browser extensions, and the sessions they became. */
export default function ConnectExtension() {
  const [minted, setMinted] = useState(0);
  return (
    <Page
      title="Connect the extension"
      intro="The extension looks up the profile in the open tab, for the same credits as you do."
    >
      <ConnectTabs />
      <Card title="Connect an extension">
        <p>
          <a href="/docs/extension">Install the extension</a> first, if your browser doesn’t have it.
        </p>
        <MintCode onMinted={() => setMinted((before) => before + 1)} />
      </Card>
      <Sessions key={minted} />
    </Page>
  );
}
