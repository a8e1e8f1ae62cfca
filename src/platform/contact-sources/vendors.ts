import { bitbucket } from './bitbucket/vendor.ts';
import { contactOutVendor } from './contactout/vendor.ts';
import { forgejo } from './forgejo/vendor.ts';
import { fullContactVendor } from './fullcontact/vendor.ts';
import { gitHub } from './github/vendor.ts';
import { gitLab } from './gitlab/vendor.ts';
import { gravatar } from './gravatar/vendor.ts';
import { hunterVendor } from './hunter/vendor.ts';
import { mastodon } from './mastodon/vendor.ts';
import { npmRegistry } from './npm-registry/vendor.ts';
import { peopleDataLabsVendor } from './peopledatalabs/vendor.ts';
import { prospeoVendor } from './prospeo/vendor.ts';
import { rocketReachVendor } from './rocketreach/vendor.ts';
import { website } from './website/vendor.ts';

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
  peopleDataLabsVendor,
  contactOutVendor,
  rocketReachVendor,
  prospeoVendor,
  fullContactVendor,
  hunterVendor,
];
