/** What `npm run bench -- NAME` knows, and what docs/guides/figures.md says it measures. */
export const BENCHES: Readonly<Record<string, string>> = {
  start: 'From spawn to the ready line, sandbox and migrations included, data there',
  'idle-memory': 'Resident memory after a minute in which nobody asks anything',
  bundle: 'JavaScript that the login page loads',
  'page-load':
    'Login, home, player and audit with an empty cache, and the player on Fast 3G, beside an empty page of the same server',
  'guarded-read': 'Guarded reads beside Fastify routes without a guard, 32 connections',
  'hostile-bodies':
    'Forty bodies made to hurt, at once, from strangers and from the lowest account, and the calls of others meanwhile',
  'audited-write': 'Writes with their audit row, 32 connections, search rows made beside them',
  'audit-search': 'Search over 1,000,000 audit rows, each filter there is',
  'audit-verify':
    'Verification of 1,000,000 audit rows and their search rows, in the console and as a command',
  'bulk-edit':
    'A bulk edit beside a bare loop that reads and writes the same way, and twenty kills in the middle of it',
  'mail-send':
    'A mail to 1,000,000 players beside a bare loop of the same chunks, and 110 kills of console and game along another one',
  'mail-lantern':
    'A mail to 10,000 players of the sandbox game, approved, through a kill of the console and one of a game server, and its recall',
  'mail-lists': 'The list of mails and the inbox of approvals, 100,000 rows each, on both databases',
  jobs: 'Jobs of 2,000,000 rows that do next to nothing: rows a second on one node, and its memory meanwhile',
  'code-redeem': 'Redemptions of codes through the guard, 32 callers in the same process, on both databases',
  'code-rush': 'Redemptions of one code at the same moment on 200 connections, on both databases',
  'code-generate': 'A million redemption codes, from the release until the last one is there',
  'file-upload': 'Uploads of 1 GiB in parts beside a bare stream to the same disk',
  notifications:
    '10,000 notifications to 200 users with an open window each, until every window shows its own',
  schedules: '1,000 entries of the scheduler that are due at once, on two nodes',
  'live-sockets': '5,000 live sockets, a message a second each way',
  'simulator-gateway': 'a round trip to a game by way of the gateway, beside a bare socket',
  'simulator-timeline': 'filters over a million frames of one connection',
  'redis-scan':
    'the tree of a million keys of Redis, beside a bare loop of SCAN, and ten people who scan at once',
  'redis-many-keys': 'the tree of ten million keys, more names than are kept',
  'redis-peers': 'a million keys of Redis in this console, in redis-commander and in p3x-redis-ui-server',
  'redis-values': 'a hash of a million fields and a string of 100 MiB in Redis, beside the bare commands',
  'redis-console': 'a command of a console on Redis and back, beside bare ioredis',
  'redis-analysis': 'the analysis of a million keys of Redis, beside a bare loop that measures them',
  bots: '10,000 bots in one process beside as many bare sockets, against a game that echoes',
  operators: '200 operators at work on one node',
  'grid-core': 'Opening and sorting a grid of 100,000 rows, beside table-core and virtual-core',
  palette: 'The command palette over 10,000 entries',
  'table-scroll':
    'A table of 100,000 rows and 50 columns while it scrolls, beside a page that draws nothing anew',
  'tab-switch': 'Switching between ten living editors, beside two lines of text in an empty React page',
  'tab-memory': 'The heap that pages keep after 200 tabs',
  'grid-scroll': 'A module of 100,000 rows in the editor while it scrolls, drawn in software',
  'large-player': 'A player of 10.8 MB from the address to the modules',
  'doc-page': 'The protocol guide on 2,000 messages, from the link to the list and the chosen field',
  'proto-walk':
    'Messages of the sandbox to JSON with the path and byte range of each value, beside protobuf.js without them',
  'frame-codec': 'Frames of 64 to 512 bytes out of a stream, beside a loop that reads a length and copies',
  'player-diff': 'The difference of two states of 10 MB with 1,002 changes',
}
