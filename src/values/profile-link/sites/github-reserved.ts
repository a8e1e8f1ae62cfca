import { words } from '../segments.ts';

/**
 * First path segments that GitHub keeps for itself, gathered from its pages and from names it refuses to register.
 * As of 2026-09. Not listed: `access`, `community` and `docs`, which are accounts now.
 */
export const GITHUB_RESERVED: ReadonlySet<string> = words(`
300 302 400 401 402 403 404 405 406 407 408 409 410 411 412 413 414 415 416 417 418 419 420 421 422 423 424 425
426 427 428 429 430 431 500 501 502 503 504 505 506 507 508 509 510 511 693 694 695 900
about accelerator account admin advisories anonymous any api apps attributes auth
billing blob blog bounty branches business businesses
c cache case-studies categories central certification changelog chat cla cloud codereview codespaces collection
collections comments commit commits companies compare contact contributing cookbook copilot coupons customer
customer-stories customers
dashboard dashboard-feed dashboards design develop developer diff discover discussions downloads downtime
editor editors edu enterprise enterprises events explore
featured features files fixtures forked
garage ghost gist gists git-guides github-copilot graphs guide guides
help help-wanted home hooks hosting hovercards
identity images inbox individual info integration integrations interfaces introduction invalid-email-address
investors issues
jobs join journal journals
lab labs languages launch layouts learn legal library linux listings lists login logos logout
mac maintenance malware man marketplace mcp mention mentioned mentioning mentions migrating milestones mine mirrors
mobile models
navigation network new news newsletter newsroom none nonprofit nonprofits notices notifications
oauth offer open-source organisations organizations orgs
pages partners payments personal plans plugins popular popularity posts premium-support press pricing professional
projects pulls
raw readme recommendations redeem releases render reply repositories resources restore revert
save-net-neutrality saved scraping search security services sessions settings shareholders shop showcases signin
signup site site-map site-policy sitemap social-impact solutions spam spark sponsors ssh staff starred stars static
status statuses storage store stories styleguide subscriptions suggest suggestion suggestions support suspended
talks teach teacher teachers teaching team teams ten terms timeline topic topics tos tour train training translations
tree trending trust-center
undefined updates user-attachments username users
visualization
w watching why-github wiki windows works-with www0 www1 www2 www3 www4 www5 www6 www7 www8 www9
`);
