import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { collectContacts, confidence, type SourceQuery } from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { malformed, notFound, type Outcome } from '../source/outcome.ts';
import { idOf, listOf, lowerOf, memberOf, textOf } from '../source/read-json.ts';
import type { Source, SourceContext, SourceDescription } from '../source/source.ts';
import { outcomeOfFailure, outcomeOfStatus } from '../source/vendor-outcome.ts';
import { gitHubDescription } from './github.ts';

/**
 * Addresses in the commits of a person's own repositories. Nobody commits in order to be contacted, so this is off by default,
 * and what it finds is `incidental`.
 */
export const gitHubCommitsDescription: SourceDescription = {
  ...gitHubDescription,
  id: 'github_commits',
  title: 'GitHub commits',
  stage: 'derived',
  fields: ['emails'],
  evidence: ['incidental'],
  limits: { ...gitHubDescription.limits, requestsMax: 3 },
  variables: ['GITHUB_COMMITS', 'GITHUB_TOKEN', 'GITHUB_BASE_URL'],
};

const repositoriesAsked = 2;
const addressesMax = 3;

/** Shares GitHub's client, so that both use one pace and one rate limit. */
export function openGitHubCommits(api: Api): Source {
  return openFreeSource({
    description: gitHubCommitsDescription,
    async look(context, asked) {
      const login = encodeURIComponent(asked.request.profile.handle);
      const repositories = await getJson(api, context, {
        path: `/users/${login}/repos`,
        query: { type: 'owner', sort: 'pushed', per_page: 20 },
      });
      if (isFailure(repositories)) return outcomeOfFailure(repositories, asked.at);
      if (repositories.status === 404) return notFound();
      if (repositories.status !== 200) return outcomeOfStatus(repositories, asked.at);
      return readRepositories(api, context, asked, repositories.json);
    },
  });
}

async function readRepositories(
  api: Api,
  context: SourceContext,
  asked: SourceQuery,
  list: unknown,
): Promise<Outcome> {
  const isList = Array.isArray(list) && list.every((entry) => textOf(memberOf(entry, 'name')) !== null);
  if (!isList) return malformed();
  const author = asked.request.profile.handle;
  const commits: unknown[] = [];
  let complete = true;
  for (const name of ownRepositories(list, author).slice(0, repositoriesAsked)) {
    const path = `/repos/${encodeURIComponent(author)}/${encodeURIComponent(name)}/commits`;
    const answer = await getJson(api, context, { path, query: { author, per_page: 30 } });
    // GitHub returns 409 for a repository without commits.
    if (isFailure(answer) || (answer.status !== 200 && answer.status !== 409)) complete = false;
    else commits.push(...listOf(answer.json));
  }
  return readCommits(commits, asked, complete);
}

/** The repositories with the account's own work. A fork contains other people's commits. */
function ownRepositories(list: unknown, owner: string): string[] {
  return listOf(list).flatMap((repository) => {
    const name = textOf(memberOf(repository, 'name'), 100);
    const isOwn = lowerOf(memberOf(repository, 'owner', 'login')) === owner;
    const isLeftOver = memberOf(repository, 'fork') === true || memberOf(repository, 'archived') === true;
    return name !== null && isOwn && !isLeftOver && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name)
      ? [name]
      : [];
  });
}

/**
 * GitHub names an account as a commit's author if the commit's address belongs to that account, which is strong evidence. The
 * name and address in the commit itself prove nothing.
 */
export function readCommits(commits: unknown, asked: SourceQuery, complete = true): Outcome {
  const { profile } = asked.request;
  const own = listOf(commits).filter((commit) => isOwnCommit(commit, profile.handle));
  const ids = new Set(own.map((commit) => idOf(memberOf(commit, 'author', 'id'))));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || id === null) return notFound(false);

  const seen = collectContacts(asked);
  for (const commit of own) {
    if (seen.emails.length === addressesMax) break;
    const written = memberOf(commit, 'commit', 'author');
    const how = {
      kind: 'incidental',
      confidence: confidence.commit,
      url: memberOf(commit, 'html_url'),
    } as const;
    seen.email(memberOf(written, 'email'), { ...how, seenAt: memberOf(written, 'date') });
  }
  if (seen.emails.length === 0) return notFound(complete);
  return seen.found({ identity: { match: 'exact_id', id, url: profile.url }, complete });
}

/** GitHub's `web-flow` commits merges made on the website, which says nothing about who merged. */
function isOwnCommit(commit: unknown, handle: string): boolean {
  const isWebMerge =
    lowerOf(memberOf(commit, 'committer', 'login')) === 'web-flow' &&
    listOf(memberOf(commit, 'parents')).length > 1;
  return lowerOf(memberOf(commit, 'author', 'login')) === handle && !isWebMerge;
}
