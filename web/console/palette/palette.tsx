import { useState } from 'preact/hooks';
import { LockDialog } from '#web/console/parts/locks/lock-dialog.tsx';
import { GrantForm } from '#web/console/views/account/credits/grant-form.tsx';
import { reloadShown } from '#web/shared/answers/use-reload.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import type { Entry } from '#web/shared/keyboard/entries.ts';
import { Palette } from '#web/shared/keyboard/palette.tsx';
import { type Account, accountFinder, finders, nameOf } from './finders.ts';

interface Act {
  name: 'grant' | 'lock';
  on: Account;
}

/** Finds accounts, payments, invoices and people, and acts on accounts. */
export default function ConsolePalette() {
  const [act, start] = useState<Act | null>(null);
  const [acts] = useState(() => actsOf(start));
  return (
    <>
      <Palette acts={acts} finders={finders} />
      {act?.name === 'grant' && <GrantDialog on={act.on} onClose={() => start(null)} />}
      {act?.name === 'lock' && (
        <LockDialog
          subjects={{ account: act.on.account_id, email: act.on.email ?? '' }}
          onChange={reloadShown}
          onClose={() => start(null)}
        />
      )}
    </>
  );
}

/** Each asks which account it is about. */
function actsOf(start: (act: Act) => void): Entry[] {
  const on = (name: Act['name']) => [
    accountFinder((account) => ({ href: undefined, run: () => start({ name, on: account }) })),
  ];
  return [
    {
      id: 'grant',
      text: 'Grant credits to …',
      icon: 'credits',
      next: { label: 'Grant credits to', finders: on('grant') },
    },
    { id: 'lock', text: 'Lock …', icon: 'locks', next: { label: 'Lock', finders: on('lock') } },
  ];
}

function GrantDialog({ on, onClose }: { on: Account; onClose: () => void }) {
  const onChange = async () => {
    onClose();
    await reloadShown();
  };
  return (
    <Dialog title={`Grant credits to ${nameOf(on)}`} onClose={onClose}>
      <GrantForm accountId={on.account_id} onChange={onChange} onCancel={onClose} />
    </Dialog>
  );
}
