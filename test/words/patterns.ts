/** Wording that reads as translated, or that names a thing by a second word, with what to write instead. */
export const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // One word for one thing.
  [/\be-mails?\b/i, 'email'],
  [/\blook-ups?\b/i, 'lookup'],
  [/\baudit trail\b/i, 'audit log'],
  [/\bthrow-away\b/i, 'disposable, temporary'],
  // Verbs that carry too much.
  [
    /\b(stands?|stood|standing) (in|at|on|under|beside|behind|before|between|below|above|there|as)\b/i,
    'is in, appears, is listed under',
  ],
  [
    /\b(is|are|was|were|be|been|being|gets?) told\b(?! apart)/i,
    'learns, is reported, "disclosed" for personal data',
  ],
  [/\btells? (of|nothing|that|which|what|how|whether|whom|whose|the)\b/i, 'says, returns, reports'],
  [/\b(goes|go|went|going) on\b(?! (the|a|an|your)\b)/i, 'continues'],
  [/\bthe long way\b/i, 'the slow path'],
  [/\b(is|are|was|were) had\b/i, 'can be triggered, are returned'],
  [/\b(has|have) \d[\d.,]* ?[kMG]?(B|bytes)\b/, 'is 1.6 kB'],
  [/\bcan so\b/i, 'so … can'],
  // Worn or foreign adverbs and pronouns.
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in the meantime, or nothing'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bbesides\b/i, 'other than, also'],
  [/\bfor want of\b/i, 'because it ran out of'],
  [/\b(dear|dearer|dearest)\b/i, 'expensive, 20% slower'],
  [/\b(who|whom)ever\b/i, 'the person who, anyone who'],
  [/\b(somebody|nobody|everybody)\b/i, 'another caller, no account, no match, everyone'],
  [/\b(after|over which|as soon as) so many\b/i, 'this many'],
  [
    /\b(requests?|calls?|items?|rows?|tries|credits?|bytes|µs|ms|MB|kB|GB|messages?|files?|claims?|lookups?|transactions?|packages?|processes|lines?|values?|mails?|alerts?) an? (minute|second|hour|day|month|year|statement|batch|claim|process|job|lookup|call|row|item|connection|account|key|platform|message|cell|request|answer|record|page)\b/i,
    'per minute, per statement',
  ],
  // Pictures and conclusions.
  [/\bdoubted\b|\bfallen silent\b|\bkept apart\b/i, 'stale, unresponsive, separate'],
  [/\bthere are none\b|\bno \w+ fits\b/i, 'Nothing here yet. No matching …'],
  // Sentences without a head.
  [/(?:^|[.!:] |\*\* |\| )Of (?!course)[a-z][^|]*/, 'begin with the noun'],
  [/(?:^|[.!:] |\*\* )What [^.:?|]*\./, 'begin with the noun: "Job options."'],
  [/(?:^|[.!:] |\*\* )Who(m|se)? [^.?|]*[.:]/, 'The person who …'],
];
