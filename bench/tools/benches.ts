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
  'file-upload': 'Uploads of 1 GiB in parts beside a bare stream to the same disk',
  'live-sockets': '5,000 live sockets, a message a second each way',
  operators: '200 operators at work on one node',
  'grid-core': 'Opening and sorting a grid of 100,000 rows, beside table-core and virtual-core',
  palette: 'The command palette over 10,000 entries',
  'table-scroll':
    'A table of 100,000 rows and 50 columns while it scrolls, beside a page that draws nothing anew',
  'tab-switch': 'Switching between ten living editors, beside two lines of text in an empty React page',
  'tab-memory': 'The heap that pages keep after 200 tabs',
  'grid-scroll': 'A module of 100,000 rows in the editor while it scrolls, drawn in software',
  'large-player': 'A player of 10.8 MB from the address to the modules',
  'player-diff': 'The difference of two states of 10 MB with 1,002 changes',
}
