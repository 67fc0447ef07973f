import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const STATE = 'packages/store/src/postgres/listener-state.ts'
const STATE_TEST = 'packages/store/src/postgres/listener-state.test.ts'
const anyOrder = node(STATE_TEST, '[store.listener] in whatever order things happen')

export const STORE_MUTANTS: readonly Mutant[] = [
  {
    rule: 'store.listener: the error and the end of one connection schedule one try, not two',
    file: STATE,
    from: 'if (!isOpen || event.connection !== state.connection)',
    to: 'if (event.connection !== state.connection)',
    test: node(STATE_TEST, '[store.listener] the error and the end of one connection'),
  },
  {
    rule: 'store.listener: what an older connection still says is ignored',
    file: STATE,
    from: 'if (!isOpen || event.connection !== state.connection)',
    to: 'if (!isOpen)',
    test: node(STATE_TEST, '[store.listener] the error and the end of one connection'),
  },
  {
    rule: 'store.listener: one that takes too long is let go of before the next is opened',
    file: STATE,
    from: "if (phase === 'resting') return open(state)",
    to: "if (phase !== 'listening') return open(state)",
    test: anyOrder,
  },
  {
    rule: 'store.listener: a stop lets go of the connection, listening or not',
    file: STATE,
    from: "...(isOpen ? [{ act: 'leave' as const }] : [])",
    to: "...(phase === 'listening' ? [{ act: 'leave' as const }] : [])",
    test: anyOrder,
  },
  {
    rule: 'store.listener: only a beat that came back makes the rests short again',
    file: STATE,
    from: "state: { ...state, phase: 'listening' },",
    to: "state: { ...state, phase: 'listening', failures: 0 },",
    test: node(STATE_TEST, '[store.listener] rests grow to a cap'),
  },
  {
    rule: 'store.away: whoever waits for a database that is away is told at once',
    file: 'packages/store/src/postgres/postgres-pool.ts',
    from: 'this.#giveUp(this.#pool)\n    this.#pool = this.#make()',
    to: 'void this.#make',
    test: node('packages/store/test/postgres-silence.test.ts', '[store.silence] a database that goes silent'),
  },
  {
    rule: 'store.full: on a full disk only what is marked goes into the reserve',
    file: 'packages/store/src/sqlite/sqlite-room.ts',
    from: 'if (isFull && inReserve !== true)',
    to: 'if (isFull && inReserve === undefined && damage !== null)',
    test: node('apps/server/test/full-disk.long.test.ts', 'a full disk: signing in'),
  },
  {
    rule: 'store.full: what is refused for another reason leaves its row on a full disk',
    file: 'features/audit/server/create-audit.ts',
    from: '{ inReserve: result.code !== coreErrors.storage_full.code }',
    to: '{ inReserve: coreErrors === undefined }',
    test: node('apps/server/test/full-disk.long.test.ts', 'a full disk: signing in'),
  },
  {
    rule: 'store.full: a later start of the sandbox needs no room that is not there',
    file: 'features/catalogue/server/seed-catalogue.ts',
    from: '    { inReserve: true },',
    to: '    { inReserve: false },',
    test: node(
      'apps/server/test/full-disk.long.test.ts',
      'a disk that is full at a later start with the sandbox',
    ),
  },
  {
    rule: 'store.full: a full disk of the PostgreSQL server is no other fault of it',
    file: 'packages/store/src/postgres/postgres-error.ts',
    from: "const DISK_FULL = '53100'",
    to: "const DISK_FULL = '53199'",
    test: node('apps/server/test/full-disk-postgres.long.test.ts', 'a full disk of the PostgreSQL server'),
  },
  {
    rule: 'store.damage: the start looks at the pages',
    file: 'packages/store/src/sqlite/open-sqlite.ts',
    from: 'refuseDamage(check.damage)',
    to: 'void check.damage',
    test: node('packages/store/test/sqlite-damage.test.ts', 'one name in an index that is not the one'),
  },
  {
    rule: 'store.damage: a log with acknowledged commits behind a damaged frame is refused',
    file: 'packages/store/src/sqlite/open-sqlite.ts',
    from: 'refuseDamage(lostInLog(`${file}-wal`))',
    to: 'void lostInLog',
    test: node(
      'packages/store/test/sqlite-damage.test.ts',
      'is refused when one bit is wrong in the page of a frame',
    ),
  },
]
