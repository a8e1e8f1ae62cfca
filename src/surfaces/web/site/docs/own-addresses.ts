export interface OwnUrls {
  /** Where the pages are. */
  pages: string;
  /** Where the API is. */
  api: string;
}

/** The documents name the service that `npm start` starts. On the website customers read their own service's address, and every link has it. */
export function withOwnAddresses(text: string, urls: OwnUrls, isForOperators: boolean): string {
  if (isForOperators)
    return text.replace(/<a href="http:\/\/127\.0\.0\.1:8080[^<]*<\/a>/g, (link) => named(link, urls));
  return named(text.replaceAll('https://contacts.example.com', urls.api), urls);
}

const named = (text: string, { pages, api }: OwnUrls): string =>
  text.replace(
    /http:\/\/127\.0\.0\.1:8080(?=(\/(?:app|console|docs|pricing)\b)?)/g,
    (_, page: string | undefined) => (page ? pages : api),
  );

/** A text that differs for those who cloned the repository: `clone` to `/clone` is left out here, and the text of `website` is shown. */
export const asOnWebsite = (markdown: string): string =>
  markdown
    .replace(/<!-- clone -->[\s\S]*?<!-- \/clone -->\n?/g, '')
    .replace(/<!-- website: ([\s\S]*?) -->/g, '$1');
