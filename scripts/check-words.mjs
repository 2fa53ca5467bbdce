// Fails on retired words and prints the replacement: `node scripts/check-words.mjs [files]`. CONTRIBUTING.md has the
// glossary. Add a word here once it is gone, so that it does not return.
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from './installed.mjs';

/**
 * Names of identifiers, files and CSS classes, as the words they consist of: "born life" finds bornLife, born_life and
 * born-life, but not two words of a sentence. "*" is any further word.
 */
const retiredNames = {
  'any of them': 'noFilter',
  'are apart': 'differSignificantly',
  'ask repairs': 'requestReprocessing',
  'asked repair': 'RequestedReprocess',
  asker: 'requestedBy',
  'assemblies under way': 'unfinishedAssemblies',
  'audit deed': 'auditAction',
  'audit deeds': 'auditActions',
  'begun elsewhere': 'startedInOtherBrowser',
  'chunks kept': 'storedChunks',
  clockwork: 'scheduler',
  'close to others': 'restrictToOwner',
  'compile finder': 'compilePattern',
  'counted of all': 'projectCount',
  course: 'timeseries',
  'days kept': 'DAYS_MAX',
  'demand key': 'checkKey',
  'demand open': 'requireOpen',
  'end kept': 'endItem',
  'event among others': 'what it holds, such as neighbors',
  fate: 'disposition',
  'fault text': 'errorText',
  'faulty file': 'UnmappedFile',
  'forget task': 'DeleteTask',
  'frames up': 'frameDistance',
  'give back': 'refund, returnBytes',
  'give space back': 'releaseFreePages',
  'given away by': 'platformOfSdk',
  'goes home': 'returningHashes',
  'harmless ends': 'safeSuffixes',
  'hear times': 'listen',
  'heard at ms': 'lastMessageAtMs',
  'held bytes max': 'BYTES_MAX',
  'held percent max': 'PERCENT_MAX',
  'home verdict': 'ReleaseHealth',
  'homes of': 'issuesByHashOf',
  'in a word': 'summarizeValue',
  'in short': 'summary',
  'is echo': 'digestOnly',
  'is placeless': 'hasNoLine',
  'is put in': 'isPlaceholder',
  'is rubbish': 'isUnreadable',
  'is there': 'exists',
  'issue news': 'issueUpdateCounts',
  'issue place': 'IssueSortKey',
  'issues where': 'matchingIssues',
  'keep regroup': 'saveRegroup',
  'keep undo': 'saveUndo',
  keepable: 'storableText',
  'kept bytes max': 'WAITING_BYTES_MAX',
  'kept figures': 'statsCache',
  'kept hash': 'exceptHash',
  'kept shares': 'releaseStatsCache',
  'last goes on': 'lastIsPrefix',
  'leads to set up': 'SetUpRequired',
  lender: 'pool',
  'life badges': 'issueStatusBadge',
  'life columns': 'issueStateColumns',
  'link is spent': 'invalidSignInLink',
  'map offer': 'regroup by source map',
  'mark issues': 'flagIssues',
  'mark seen': 'SeenToggle',
  'may follow': 'mayRegroup',
  'may take back': 'mayRevoke',
  'meant of': 'compileSearch',
  'minutes kept': 'MINUTES_MAX',
  'moved since': 'what it returns, such as changedIssues',
  'nameless in': 'unnamedActionsOf',
  'news of issues': 'countIssueUpdates',
  'next lives': 'nextIssueStates',
  'next sign': 'nextChar',
  'nobodys errors': 'ignoredMessages',
  'note filtered': 'saveFilteredExamples',
  'note share opened': 'touchShare',
  'note use': 'touchLastUsed',
  'of one count max': 'PER_USER_COUNT_MAX',
  'open desk': 'openApp',
  'open lasting': 'reopen',
  'open to others': 'SharedDirectoryError',
  'own marks': 'what it holds, such as bookmark',
  parcel: 'PendingEnvelope',
  'passed back': 'clientResponse',
  'passkey trouble': 'passkeyProblem',
  'people reads': 'UserReads',
  'people writes': 'UserWrites',
  'personal of': 'userFlagsOf',
  picker: 'MultiSelect',
  'place of release': 'releaseIndex',
  'put together': 'assemble',
  'read which': 'readEventSelector',
  'remembered count max': 'TRACKED_COUNT_MAX',
  'repair entry': 'reprocessEntry',
  'repair view': 'ReprocessView',
  'search answer': 'SearchResponse',
  'search question': 'SearchRequest',
  'search too much': 'SearchLimitExceeded',
  'set asides': 'deadLetters',
  'shown chars max': 'CHARS_MAX',
  'shown count max': 'COUNT_MAX',
  sitting: 'shot',
  'spent invitation': 'invalidInvitation',
  'stand before': 'stateBefore',
  'stop hearing': 'unsubscribe',
  'stop when told': 'stopOnSignal',
  studio: 'fixture',
  'take step': 'consumeTotpStep',
  tallies: 'counters',
  tally: 'counter',
  'telling chars': 'informativeChars',
  troubles: 'pageErrors',
  'trusts nobody': 'trustsNoProxy',
  'turn issues': 'transitionDueIssues',
  'unreadable search': 'SearchSyntaxError',
  'use noted ms': 'LAST_USED_PRECISION_MS',
  'users of all': 'projectUsers',
  veil: 'backdrop',
  'verdict sentence': 'releaseHealthSentence',
  'was open': 'permissionsChanged',
  'what file says': 'what it returns, such as readFileReferences',
  'which event': 'EventSelector',
  'without people': 'redactUserData',
  'worked on count max': 'PROCESSING_COUNT_MAX',
  woven: 'compiled',
};

/** Phrases of the UI, the docs and comments, in any case and across line breaks. */
const retiredPhrases = {
  'As the clocks go': '"Local time"',
  'By their own lines they belong to': '"Once mapped, they match"',
  'carries no debug id': '"has no debug ID"',
  'Changed on the way in': '"Processing notes"',
  'Choose the page': '"Select page"',
  'Deeds are': '"The actions are"',
  'does not want to hear of': '"Events to discard"',
  'Drop a part of it': '"Remove a filter"',
  'Environments are told apart': '"Environments reported"',
  'Events name their release': '"Releases reported"',
  'Every deed': '"All actions"',
  'Everything is back where it was': '"Merge undone"',
  'Find out from the first event': '"Detect automatically"',
  "finding one's way": 'the task, such as "Using the dashboard"',
  'From now on admin': '"Role changed to admin"',
  'Goes the way of every report': '"Sent like a real report"',
  'has the priority of the rule': '"Priority is automatic"',
  'It holds for events from now on': '"Applies to new events"',
  'It is counted meanwhile': '"Events still count"',
  'It signs in nobody any more': '"This passkey stops working"',
  'It was deleted in the meantime': '"This was deleted"',
  'It was so already': '"No changes"',
  'led back to': '"mapped to"',
  'life of an issue': '"issue status"',
  'Make the link': '"Create invite link"',
  'Narrow the rail': '"Toggle sidebar"',
  'no release holds it yet': '"Not released yet"',
  'No setting is called so': '"No matching settings"',
  'Nobody who is here': '"No matching member or team"',
  'Nothing sets them apart': '"No distinguishing tags"',
  'nothing vanishes': '"outcomes"',
  'opened anew': '"reopened"',
  'or you may not see': '"or you do not have access to it"',
  'Passkeys belong to a name': '"Passkeys need a domain name"',
  'Preview what would go where': '"Preview regrouping"',
  'Reports come by your own site': '"Tunnel configured"',
  'Script errors without a place': '"Cross-origin script errors"',
  'sign by sign': '"check every character"',
  'stretch of time': '"time range"',
  'Take back what was just done': '"Undo"',
  'Take the bookmark away': '"Remove bookmark"',
  'Teammates are here': '"Teammates invited"',
  'The feedback is done': '"Marked as done"',
  'The SDK says no user': '"No user data"',
  'The search could not be read': '"Invalid search"',
  'the very build': '"the same build"',
  'Upload no longer kept': '"Upload deleted"',
  'What belongs together, where you know better': '"Custom grouping"',
  'What is wrong is underlined above': '"Fix the underlined part"',
  'what visitors say': '"user feedback"',
  'who is hit': '"Affected users"',
  'who may import whom': '"import rules"',
  'Whoever runs the server': '"the operator of the server"',
  'Whose a new issue is': '"Assign new issues by path, URL or tag"',
  'Why it is in this issue': '"Grouping"',
};

/** Words of comments in code that hide the actor. */
const vague = /\b(?:nobody|somebody|anybody|whoever|oneself)\b/i;
const comment = /^\s*(?:\{?\/\*|\*|\/\/)|\s\/\/\s/;

/**
 * Texts that must not change: released migrations, recorded data and expected results. Also this file, which lists the
 * words.
 */
const exempt = [
  /^CONTRIBUTING\.md$/,
  /^scripts\/check-words\.mjs$/,
  /\/migrations\//,
  /^tests\/golden\/.*(?<!\.md)$/,
  /^packages\/main\/demo\/(envelopes|source-maps|late-upload)\//,
];

const files =
  process.argv.length > 2
    ? process.argv.slice(2).map((path) => relative(root, resolve(path)))
    : globSync(['*.md', '{packages,scripts,bench,tests,docs,examples}/**/*.{ts,tsx,mjs,css,md}'], {
        cwd: root,
        exclude: (path) => /(^|\/)(node_modules|\.next|dist|built)$/.test(path),
      }).filter((path) => !exempt.some((pattern) => pattern.test(path)));

const splitName = (name) =>
  name
    .replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ')
    .replaceAll(/[-_$]+/g, ' ')
    .toLowerCase();
const names = Object.entries(retiredNames).map(([name, standard]) => ({
  retired: name,
  standard,
  pattern: new RegExp(`(?<![^ ])${name.replaceAll('*', '\\S+')}(?![^ ])`),
}));
const phrases = Object.entries(retiredPhrases).map(([phrase, standard]) => ({
  retired: phrase,
  standard,
  pattern: new RegExp(`(?<!\\w)${phrase.replaceAll(/[.?*+()]/g, '\\$&').replaceAll(' ', '[\\s*/]+')}(?!\\w)`, 'gi'),
}));

const problems = [];
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8');
  const report = (index, { retired, standard }) =>
    problems.push(`${path}:${text.slice(0, index).split('\n').length}: "${retired}" is retired, write ${standard}`);
  for (const rule of names) if (path.split(/[/.]/).some((part) => rule.pattern.test(splitName(part)))) report(0, rule);
  for (const { 0: name, index } of text.matchAll(/[A-Za-z][\w$-]*/g)) {
    const split = splitName(name);
    for (const rule of names) if (rule.pattern.test(split)) report(index, rule);
  }
  for (const rule of phrases) for (const { index } of text.matchAll(rule.pattern)) report(index, rule);
  if (path.endsWith('.md')) continue;
  let index = 0;
  for (const line of text.split('\n')) {
    const vagueWord = vague.exec(line.slice(comment.exec(line)?.index ?? Infinity));
    if (vagueWord) report(index, { retired: vagueWord[0].toLowerCase(), standard: 'the actor, such as "the user"' });
    index += line.length + 1;
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
