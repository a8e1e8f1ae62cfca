import { useMemo } from 'preact/hooks';
import { helpEntries } from '#web/app/help.tsx';
import type { OpenPurchase } from '#web/app/parts/buying/purchases.ts';
import { isOver, nameOf } from '#web/app/views/keys/key.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { explainError } from '#web/shared/feedback/explain-error.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { type Finder, matching } from '#web/shared/keyboard/entries.ts';
import { Palette } from '#web/shared/keyboard/palette.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { dayOf } from '#web/shared/values/time.tsx';

type Go = ReturnType<typeof useGo>;

const lookups: Finder = {
  name: 'Lookups',
  async find(search, signal) {
    const { items } = await api.call(
      'GET /internal/lookups/{account_id}',
      { path: { account_id: me }, query: { search, limit: 6 } },
      { signal },
    );
    return items.map(({ id, full_name, profile }) => ({
      id,
      text: full_name ?? profile?.url ?? id,
      note: full_name ? profile?.url : undefined,
      icon: 'person',
      href: `/app?lookup=${id}`,
    }));
  },
};

/** Jobs have no search of their own, so the latest are looked through. */
const jobs: Finder = {
  name: 'Jobs',
  async find(text, signal) {
    const { items } = await api.call(
      'GET /internal/jobs/{account_id}',
      { path: { account_id: me }, query: { limit: 100 } },
      { signal },
    );
    return matching(
      text,
      items.map(({ id, name }) => ({
        id,
        text: name || id,
        note: name ? id : undefined,
        icon: 'jobs',
        href: `/app/jobs/${id}`,
      })),
    ).slice(0, 6);
  },
};

/** Those that have arrived, also by the reference of their checkout, and those on their way. The list of an account is short, so the latest are looked through. */
const payments: Finder = {
  name: 'Payments',
  async find(text, signal) {
    const path = { account_id: me };
    const route = 'GET /internal/billing/payments/{account_id}';
    const [open, past, known] = await Promise.all([
      api.call('GET /internal/billing/open-purchases/{account_id}', { path }, { signal }),
      api.call(route, { path, query: { limit: 100 } }, { signal }),
      /^\w{1,100}$/.test(text)
        ? api.call(route, { path, query: { payment_reference: text } }, { signal })
        : { items: [] },
    ]);
    const waiting = open.items.map(({ id, amount, status, payment_reference: reference }) => ({
      id,
      text: `${openWords[status]}, ${rupeesOf(amount)}`,
      note: reference ?? undefined,
      icon: 'payments',
      href: reference ? `/app/payment/${encodeURIComponent(reference)}` : '/app/plans',
    }));
    const arrived = past.items.map(({ id, kind, amount, at, document_number, provider_payment_id }) => ({
      id,
      text: `${kind === 'payment' ? 'Payment' : 'Money back'}, ${rupeesOf(amount)}`,
      note: [dayOf(at), document_number, provider_payment_id].filter(Boolean).join(' · '),
      icon: 'invoices',
      href: '/app/invoices',
    }));
    const paid = known.items.find(({ kind, status }) => kind === 'payment' && status !== 'duplicate');
    const named = paid && {
      id: `reference ${paid.id}`,
      text: `Payment, ${rupeesOf(paid.amount)}`,
      note: text,
      icon: 'payments',
      href: `/app/payment/${encodeURIComponent(text)}`,
    };
    return matching(text, [...waiting, ...(named ? [named] : []), ...arrived]).slice(0, 6);
  },
};

const openWords: Record<OpenPurchase['status'], string> = {
  waiting: 'Open payment',
  processing: 'Payment on its way',
  failed: 'Failed payment',
};

/** Those that work and those that don't: few. */
const keys: Finder = {
  name: 'API keys',
  async find(text, signal) {
    const { items } = await api.call(
      'GET /internal/keys/by-account/{account_id}',
      { path: { account_id: me } },
      { signal },
    );
    return matching(
      text,
      items.map((key) => ({
        id: key.id,
        text: nameOf(key),
        note: isOver(key) ? `${key.prefix}…, no longer works` : `${key.prefix}…`,
        icon: 'key',
        href: `/app/keys/${key.id}`,
      })),
    ).slice(0, 6);
  },
};

/** A link can be looked up from anywhere. */
const lookUp = (go: Go): Finder => ({
  name: 'Look up',
  async find(text) {
    if (!/[\w-]\.[a-z]{2,}\/\S/i.test(text)) return [];
    return [
      { id: 'look-up', text: 'Look up this link', note: text, icon: 'search', run: () => run(text, go) },
    ];
  },
});

async function run(profile_url: string, go: Go): Promise<void> {
  try {
    const { id } = await api.call('POST /internal/find', { body: { account_id: me, profile_url } });
    go(`/app?lookup=${id}`);
  } catch (error) {
    notify(explainError(error).text);
  }
}

/** Finds lookups, jobs, payments and keys, and looks a link up. */
export default function AppPalette() {
  const go = useGo();
  const finders = useMemo(() => [lookUp(go), lookups, jobs, payments, keys], [go]);
  return <Palette acts={helpEntries()} finders={finders} />;
}
