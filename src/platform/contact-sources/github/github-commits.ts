import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { openFreeSource } from '../source/free-source.ts';
import { type Asked, confidence, gather } from '../source/gathering.ts';
import { malformed, notFound, type Outcome } from '../source/outcome.ts';
import { idOf, listOf, lowerOf, memberOf, textOf } from '../source/read-json.ts';
import type { Source, SourceContext, SourceDescription } from '../source/source.ts';
import { outcomeOfFailure, outcomeOfStatus } from '../source/vendor-outcome.ts';
import { gitHubDescription } from './github.ts';

/**
 * Addresses in the commits of a person's own repositories. Nobody publishes a commit to be written to, so this is off
 * unless the operator switches it on, and what it finds is `incidental`.
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

/** Shares GitHub's client, so that both keep to one pace and one limit. */
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
  asked: Asked,
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
    // 409 is GitHub's answer for a repository without a commit.
    if (isFailure(answer) || (answer.status !== 200 && answer.status !== 409)) complete = false;
    else commits.push(...listOf(answer.json));
  }
  return readCommits(commits, asked, complete);
}

/** Names of repositories that are the account's own work: others' commits come with a fork. */
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
 * GitHub names an account as a commit's author when the address in it belongs to that account, which is strong
 * evidence; the name and address written in a commit alone can be anybody's.
 */
export function readCommits(commits: unknown, asked: Asked, complete = true): Outcome {
  const { profile } = asked.request;
  const own = listOf(commits).filter((commit) => isOwnCommit(commit, profile.handle));
  const ids = new Set(own.map((commit) => idOf(memberOf(commit, 'author', 'id'))));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined || id === null) return notFound(false);

  const seen = gather(asked);
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

/** A merge made on the web site is committed by `web-flow` and says nothing about the one who pressed the button. */
function isOwnCommit(commit: unknown, handle: string): boolean {
  const isWebMerge =
    lowerOf(memberOf(commit, 'committer', 'login')) === 'web-flow' &&
    listOf(memberOf(commit, 'parents')).length > 1;
  return lowerOf(memberOf(commit, 'author', 'login')) === handle && !isWebMerge;
}
