import Type, { type Static } from 'typebox';
import {
  idText,
  list,
  Misfit,
  maybe,
  readJson,
  readOrNull,
  some,
  text,
  word,
  yes,
} from '#core/vendor-json.ts';
import { type Api, getJson, isFailure } from '../source/conditional-get.ts';
import { collectContacts, confidence, type SourceQuery } from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { malformed, notFound, type Outcome } from '../source/outcome.ts';
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

const Repositories = list(
  Type.Object({ name: text(), ...maybe({ owner: some({ login: word }), fork: yes, archived: yes }) }),
  { strict: true },
);

async function readRepositories(
  api: Api,
  context: SourceContext,
  asked: SourceQuery,
  answer: unknown,
): Promise<Outcome> {
  const repositories = readJson(Repositories, answer);
  if (repositories instanceof Misfit) return malformed(repositories);
  const author = asked.request.profile.handle;
  const commits: unknown[] = [];
  let complete = true;
  for (const name of ownRepositories(repositories, author).slice(0, repositoriesAsked)) {
    const path = `/repos/${encodeURIComponent(author)}/${encodeURIComponent(name)}/commits`;
    const answer = await getJson(api, context, { path, query: { author, per_page: 30 } });
    // GitHub returns 409 for a repository without commits.
    if (isFailure(answer) || (answer.status !== 200 && answer.status !== 409)) complete = false;
    else commits.push(...(readOrNull(list(Type.Unknown()), answer.json) ?? []));
  }
  return readCommits(commits, asked, complete);
}

/** The repositories with the account's own work. A fork contains other people's commits. */
const ownRepositories = (repositories: Static<typeof Repositories>, account: string): string[] =>
  repositories
    .filter(({ owner, fork, archived }) => owner?.login === account && !fork && !archived)
    .map(({ name }) => name)
    .filter((name) => name.length <= 100 && /^[\w.-]+$/.test(name) && !/^\.+$/.test(name));

const Commits = list(
  some({
    html_url: text(),
    author: some({ login: word, id: idText }),
    committer: some({ login: word }),
    parents: list(Type.Unknown()),
    commit: some({ author: some({ email: text(), date: text() }) }),
  }),
);
type Commit = Static<typeof Commits>[number];

/**
 * GitHub names an account as a commit's author if the commit's address belongs to that account, which is strong evidence. The
 * name and address in the commit itself prove nothing.
 */
export function readCommits(commits: unknown, asked: SourceQuery, complete = true): Outcome {
  const { profile } = asked.request;
  const own = (readOrNull(Commits, commits) ?? []).filter((commit) => isOwnCommit(commit, profile.handle));
  const ids = new Set(own.map(({ author }) => author?.id));
  const [id] = ids;
  if (ids.size !== 1 || id === undefined) return notFound(false);

  const seen = collectContacts(asked);
  for (const { commit, html_url: url } of own) {
    if (seen.emails.length === addressesMax) break;
    const how = { kind: 'incidental', confidence: confidence.commit, url } as const;
    seen.email(commit?.author?.email, { ...how, seenAt: commit?.author?.date });
  }
  if (seen.emails.length === 0) return notFound(complete);
  return seen.found({ identity: { match: 'exact_id', id, url: profile.url }, complete });
}

/** GitHub's `web-flow` commits merges made on the website, which says nothing about who merged. */
function isOwnCommit({ author, committer, parents = [] }: Commit, handle: string): boolean {
  const isWebMerge = committer?.login === 'web-flow' && parents.length > 1;
  return author?.login === handle && !isWebMerge;
}
