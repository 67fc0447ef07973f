import { defineRoute, schemas, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { column } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import { aCaller, createTestApp } from '../testing/index.ts'

const permission = { routerName: 'roles', code: 'role.edit', type: 'button', heldBy: [] } as const
const base = { method: 'POST', permission, level: 0, body: z.object({ name: schemas.shortText }) } as const
const saveRole = defineRoute({
  ...base,
  path: '/platform/role/save',
  title: 'probe.save',
  risk: 'R1',
  subject: ({ body }) => `role ${body.name}`,
  reply: schemas.nothing,
})
const listRoles = defineRoute({
  ...base,
  path: '/platform/role/list',
  title: 'probe.list',
  risk: 'R0',
  scopeRule: 'reach',
  reply: schemas.nothing,
})

interface Tables {
  role_probe: { name: string }
}

const store = await openStoreForTest<Tables>('sqlite', [
  {
    name: '0001-probe',
    async up(db) {
      await db.schema.createTable('role_probe').addColumn('name', column.text).execute()
    },
  },
])
const app = createTestApp({
  store: store.as(),
  features: [
    {
      name: 'probe',
      texts: new URL('../../contract-kit/locales/', import.meta.url),
      routes: [
        serve(saveRole, {
          effect: 'store',
          async handle({ body }, ctx) {
            await ctx.commit<Tables, void>(async (tx) => {
              const before = await tx.selectFrom('role_probe').selectAll().execute()
              ctx.changed(before, [...before, body])
              await tx.insertInto('role_probe').values(body).execute()
            })
            return null
          },
        }),
        serve(listRoles, () => null),
      ],
    },
  ],
})
afterAll(async () => {
  await app.close()
  await store.close()
})

const codes = ['roles.role.edit']
const as = (grant: Grant) => app.as(aCaller('lin', [grant]))

test.each<[Grant, number]>([
  [{ scope: '*', environment: '*', codes }, 200],
  [{ scope: 'lantern', environment: '*', codes }, 403],
  [{ scope: 'lantern/harbour/harbour-dev/1', environment: '*', codes }, 403],
  [{ scope: '*', environment: 'test', codes }, 403],
])('a call about no place in particular is for who holds it everywhere: %j gets %i', async (grant, http) => {
  const answer = await as(grant).post('/platform/role/save', { name: 'x' })
  expect(answer.http).toBe(http)
  if (http === 403) expect(answer.body.err?.code).toBe('scope_forbidden')
  expect(await as(grant).post('/platform/role/list', { name: 'x' })).toMatchObject({ http: 200 })
})

test('what a change notes inside its transaction stands in its audit row, under the name of its object', async () => {
  await as({ scope: '*', environment: '*', codes }).post('/platform/role/save', { name: 'night shift' })
  const row = app.audits.findLast(({ kind }) => kind === 'commit')
  expect(row?.entry?.target).toBe('role night shift')
  expect(row?.entry?.detail).toEqual({
    before: [{ name: 'x' }],
    after: [{ name: 'x' }, { name: 'night shift' }],
  })
})
