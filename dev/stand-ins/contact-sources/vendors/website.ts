import type { StandInPlace, StandInVendor } from '../stand-in.ts';

/** The public names of the sites. `SITE_STAND_INS` maps each to its own server. */
export const siteOrigins = {
  asha: 'https://asha.example.com',
  ravi: 'https://ravi.example.com',
  dana: 'https://dana.example.com',
} as const;

type SiteName = keyof typeof siteOrigins;

const pageOf = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Home</title>${head}</head><body>${body}</body></html>`;

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

const ashaInWords = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebSite', name: 'Asha Example', url: siteOrigins.asha },
    {
      '@type': ['Person'],
      name: 'Asha Example',
      jobTitle: 'Engineer',
      worksFor: { '@type': 'Organization', name: 'Example Works', email: 'office@works.example.com' },
      email: 'mailto:asha@words.example.org',
      telephone: '+1-202-555-0143',
      sameAs: ['https://github.com/Asha-Example', 'https://www.linkedin.com/in/asha-example'],
    },
  ],
};

const pages: Record<SiteName, Record<string, string>> = {
  asha: {
    '/': pageOf(
      jsonLd(ashaInWords),
      `<a rel="me" href="https://github.com/asha-example">code</a> <a rel="me" href="https://social.example.com/@asha">toots</a>
       <a href="mailto:asha%40letters.example.org?subject=Hello">write</a> <a href="/contact">contact</a>`,
    ),
    '/contact': pageOf('', '<a href="tel:+1-202-555-0144">call</a>'),
  },
  // Nothing links back to a profile, so it may be an employer's site.
  ravi: {
    '/': pageOf('', '<p>Design.</p> <a href="/about.html">about</a>'),
    '/about.html': pageOf('', '<a href="mailto:studio@sample.example.net">studio</a>'),
  },
  dana: {
    '/': pageOf('<meta name="robots" content="noindex">', '<a href="mailto:dana@private.example.org">me</a>'),
  },
};

/** One of the sites, with an ETag per page and a robots.txt that allows everything but `/private`. */
export const siteStandIn = (site: SiteName): StandInVendor => ({
  name: site,
  token: '',
  hasEtags: true,
  answer({ path }) {
    if (path === '/robots.txt') return { status: 200, body: 'User-agent: *\nDisallow: /private\n' };
    const html = pages[site][path];
    if (html === undefined) return { status: 404, body: 'not here' };
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: html };
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: 'slow down',
  }),
});

export const places: StandInPlace[] = [
  { open: () => siteStandIn('asha'), site: siteOrigins.asha },
  {
    open: () => siteStandIn('ravi'),
    site: siteOrigins.ravi,
    knows: [
      {
        source: 'website',
        link: 'gitlab.com/ravi.sample',
        shown: { network: 'website', handle: null, url: `${siteOrigins.ravi}/about.html` },
        onPath: '/about',
      },
    ],
  },
  { open: () => siteStandIn('dana'), site: siteOrigins.dana },
];
