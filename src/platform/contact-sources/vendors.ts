import { bitbucket } from './bitbucket/bitbucket.ts';
import { contactOut } from './contactout/contactout.ts';
import { forgejo } from './forgejo/forgejo.ts';
import { fullContact } from './fullcontact/fullcontact.ts';
import { gitHub } from './github/github.ts';
import { gitLab } from './gitlab/gitlab.ts';
import { gravatar } from './gravatar/gravatar.ts';
import { hunter } from './hunter/hunter.ts';
import { mastodon } from './mastodon/mastodon.ts';
import { npmRegistry } from './npm-registry/npm-registry.ts';
import { peopleDataLabs } from './peopledatalabs/peopledatalabs.ts';
import { prospeo } from './prospeo/prospeo.ts';
import { rocketReach } from './rocketreach/rocketreach.ts';
import { website } from './website/website.ts';

/** All vendors. A new one is a folder beside the others and a line here. */
export const vendors = [
  gitHub,
  gitLab,
  forgejo,
  bitbucket,
  gravatar,
  npmRegistry,
  mastodon,
  website,
  peopleDataLabs,
  contactOut,
  rocketReach,
  prospeo,
  fullContact,
  hunter,
];
