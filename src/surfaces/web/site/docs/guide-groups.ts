interface Group {
  title: string;
  isForOperators: boolean;
  /** Names of files in docs/guide. Those that don't exist are left out. */
  guides: string[];
}

/** The navigation of the guides: what customers need first. Guides that no group names are in the last one. */
const groups: readonly Group[] = [
  {
    title: 'Look people up',
    isForOperators: false,
    guides: ['lookup', 'profile-links', 'jobs', 'job-files', 'dashboard', 'extension'],
  },
  {
    title: 'For developers',
    isForOperators: false,
    guides: ['keys', 'python', 'typescript', 'webhooks', 'agents'],
  },
  { title: 'Billing', isForOperators: false, guides: ['credits', 'prices'] },
  {
    title: 'Set up',
    isForOperators: true,
    guides: ['deploying', 'pages', 'sign-in', 'whatsapp', 'directory', 'sources', 'outgoing-requests'],
  },
  {
    title: 'Sell',
    isForOperators: true,
    guides: ['billing', 'razorpay', 'sandbox', 'payment-provider', 'invoices', 'growth'],
  },
  { title: 'Customers', isForOperators: true, guides: ['console', 'operators', 'identity', 'privacy'] },
  {
    title: 'Run and change',
    isForOperators: true,
    guides: ['operating', 'incidents', 'capacity', 'backup', 'cli', 'contributing'],
  },
];

export function groupsOf(names: readonly string[]): Group[] {
  const grouped = new Set(groups.flatMap(({ guides }) => guides));
  const others = names.filter((name) => !grouped.has(name)).sort();
  return groups.map((group, at) => ({
    ...group,
    guides: [
      ...group.guides.filter((name) => names.includes(name)),
      ...(at === groups.length - 1 ? others : []),
    ],
  }));
}
