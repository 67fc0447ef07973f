import type { Grant, PermissionTriple } from '@qd/contract-kit'
import type { Migration } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { isOwnWork, isVisibleWork } from '../src/index.ts'
import type { Caller } from '../src/index.ts'
import { aCaller } from '../testing/index.ts'

interface WorkTables {
  work: {
    id: string
    kind: string
    owner_id: string
    owner_token: string | null
    scope: string
    environment: string | null
  }
}

const permission = (code: string): PermissionTriple => ({ routerName: 'test', code, type: 'button' })
const KINDS = [
  { name: 'mail', permission: permission('mail') },
  { name: 'bots', permission: permission('bots') },
]
const SEES = permission('see')

const row = (id: string, kind: string, owner_id: string, owner_token: string | null) => ({
  id,
  kind,
  owner_id,
  owner_token,
  scope: 'lantern/harbour',
  environment: 'production',
})
const ROWS = [
  row('in person', 'mail', 'id-ann', null),
  row('by the token', 'mail', 'id-ann', 'nightly'),
  row('of another kind', 'bots', 'id-ann', 'nightly'),
  row('of a kind that is gone', 'old', 'id-ann', 'nightly'),
  row('by another token', 'mail', 'id-ann', 'other'),
  row('of others', 'mail', 'id-bob', null),
]

const grant = (...codes: string[]): Grant => ({ scope: 'lantern', environment: '*', codes })
const ann = (grants: Grant[], kind: Caller['kind'] = 'full'): Caller => ({
  ...aCaller('ann', grants),
  kind,
  sessionId: kind === 'token' ? 'nightly' : 'session',
})

const CASES: [string, Caller, string[]][] = [
  [
    'a person has what they ordered in whatever way',
    ann([]),
    ['in person', 'by the token', 'of another kind', 'of a kind that is gone', 'by another token'],
  ],
  [
    'a token has what was ordered with it, of kinds it may order',
    ann([grant('test.mail')], 'token'),
    ['by the token'],
  ],
  ['of everything, all known kinds', ann([grant('*')], 'token'), ['by the token', 'of another kind']],
  ['a token without the right of a kind has nothing', ann([grant('test.else')], 'token'), []],
  ['nor one whose owner lost all rights', ann([], 'token'), []],
]

const migrations: Migration[] = [
  {
    name: 'work',
    async up(db) {
      await db.schema
        .createTable('work')
        .addColumn('id', 'text')
        .addColumn('kind', 'text')
        .addColumn('owner_id', 'text')
        .addColumn('owner_token', 'text')
        .addColumn('scope', 'text')
        .addColumn('environment', 'text')
        .execute()
    },
  },
]

describeOnBothDatabases('own work', migrations, (open) => {
  const stored = async () => {
    const store = await open<WorkTables>()
    await store.write((tx) => tx.insertInto('work').values(ROWS).execute())
    return async (caller: Caller) => {
      const rows = await store.read
        .selectFrom('work')
        .select('id')
        .where(isVisibleWork(caller, [SEES], { column: 'kind', kinds: KINDS }))
        .execute()
      return rows.map(({ id }) => id)
    }
  }

  test.each(CASES)('%s', async (_title, caller, expected) => {
    const isOwn = ({ kind, ...work }: WorkTables['work']) =>
      isOwnWork(caller, work, KINDS.find(({ name }) => name === kind)?.permission)
    expect(ROWS.filter(isOwn).map(({ id }) => id)).toEqual(expected)
    const visible = await stored()
    // Everything is granted to the one of `*`: it sees them all, by its grant.
    const seesAll = caller.grants.some(({ codes }) => codes.includes('*'))
    expect(await visible(caller)).toEqual(seesAll ? ROWS.map(({ id }) => id) : expected)
  })
})
