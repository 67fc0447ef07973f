/** A part of the long run; it ends within an hour. */
export interface LongPart {
  name: string
  /** What it does, as the figures page says it. */
  does: string
  /** Files of the long run, by parts of their paths. */
  files?: readonly string[]
  /** Tests of `npm test` once more, in all languages, on both databases and in a random order: arguments of Vitest. */
  again?: readonly string[]
  /** A script with its arguments; it ends with 0 when all is well. */
  script?: readonly [file: string, ...args: string[]]
}

export const LONG_PARTS: readonly LongPart[] = [
  {
    name: 'kills',
    does: 'kill -9 at random moments of console, jobs, schedules, store, mail, codes, backup and restore',
    files: ['kill'],
  },
  {
    name: 'limits',
    does: 'full disks, floods of connections, every field of every call with every wrong value',
    files: ['full-disk', 'simulator-flood', 'throttle-flood', 'code-rush', 'bad-fields'],
  },
  {
    name: 'values',
    does: 'values, definitions and patterns compared with other programs and public suites',
    files: [
      'packages/value-codecs',
      'packages/proto-wire',
      'packages/csv',
      'redis/server/globs',
      'clock-changes',
    ],
  },
  {
    name: 'installation',
    does: 'old Nodes, nginx, the unit, alerts, time zones, a new feature in a copy of the tree',
    files: ['old-node', 'nginx', 'unit.', 'alerts', 'machine-zone', 'new-feature'],
  },
  {
    name: 'soak',
    does: 'half an hour of work on one node: no fault, no memory and no handle left behind, the audit whole',
    files: ['soak'],
  },
  {
    name: 'rows',
    does: 'millions of audit rows, rows of jobs, codes and keys of Redis, by the benchmarks that make them',
    script: ['bench/run.ts', 'audit-search', 'audit-verify', 'jobs', 'code-generate', 'redis-many-keys'],
  },
  {
    name: 'databases',
    does: 'every test of what is stored on PostgreSQL, in a random order',
    again: ['--project', 'node', '-t', 'on postgres'],
  },
  {
    name: 'processes',
    does: 'databases that come late or go away, nodes that drain, restores that are cut, the simulator alone, scripts on clusters',
    files: ['late-database', 'postgres-away', 'drain', 'restore-cut', 'simulator-alone', 'scripts-on-nodes'],
  },
  {
    name: 'pages',
    does: 'all looks of all pages under axe, files and calls of a page, tabs that leak',
    files: ['e2e/journeys'],
  },
  {
    name: 'journeys',
    does: 'every journey in cn and en, in a random order',
    again: ['--project', 'e2e'],
  },
  {
    name: 'mutants',
    does: 'guarded rules broken one at a time; a test fails each time',
    script: ['scripts/check-mutants.ts'],
  },
]
