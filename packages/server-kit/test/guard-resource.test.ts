import { AppError, coreErrors, defineRoute, holdsFor, permissionKey, z } from '@qd/contract-kit'
import type { DeclaredPermission, Grant } from '@qd/contract-kit'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../src/index.ts'
import type { ServerFeature } from '../src/index.ts'
import { aCaller, aServer, createTestApp, fixedScope } from '../testing/index.ts'

const readKey: DeclaredPermission = {
  routerName: 'vault',
  code: 'key.read',
  type: 'button',
  heldBy: [],
  resource: 'vault',
}
const editKey: DeclaredPermission = { ...readKey, code: 'key.edit' }
const keepVault: DeclaredPermission = { routerName: 'vault', code: 'keep', type: 'button', heldBy: [] }

const place = { sId: z.int(), lineId: z.string() }
const shared = {
  method: 'POST',
  level: 3,
  risk: 'R0',
  body: z.object({ ...place, box: z.string(), key: z.string() }),
  target: ({ body }: { body: { sId: number; lineId: string } }) => ({ sId: body.sId, lineId: body.lineId }),
  reply: z.object({ key: z.string(), isHeld: z.boolean() }),
} as const
const read = defineRoute({ ...shared, path: '/vault/read', title: 'read', permission: readKey })
const edit = defineRoute({ ...shared, path: '/vault/edit', title: 'edit', permission: editKey })
const keep = defineRoute({ ...shared, path: '/vault/keep', title: 'keep', permission: keepVault })
const both = defineRoute({
  ...shared,
  path: '/vault/both',
  title: 'both',
  permission: readKey,
  also: [keepVault],
})
const places = defineRoute({
  ...shared,
  path: '/vault/places',
  title: 'places',
  permission: 'session',
  scopeRule: 'reach',
})

/** A store of keys in boxes: each handler asks for the very key. */
const feature: ServerFeature = {
  name: 'vault',
  texts: new URL('../../contract-kit/locales/', import.meta.url),
  resources: [{ kind: 'vault', parts: ['box', 'key'] }],
  routes: [
    ...[
      { route: read, permission: readKey },
      { route: edit, permission: editKey },
      { route: keep, permission: keepVault },
      { route: both, permission: readKey },
    ].map(({ route, permission }) =>
      serve(route, ({ body }, ctx) => {
        const what = { kind: 'vault', parts: [body.box, body.key] }
        if (!holdsFor(ctx.caller.grants, permissionKey(permission), ctx.place, what))
          throw new AppError(coreErrors.forbidden)
        return { key: body.key, isHeld: ctx.holds(permission) }
      }),
    ),
    serve(places, ({ body }) => ({ key: body.key, isHeld: true })),
  ],
}

const servers = [aServer(), aServer({ operator: 'harbour', lineId: 'harbour-test', sId: 7 })]
const door = createTestApp({ features: [feature], scope: fixedScope(servers) })
afterAll(() => door.close())

const KEYS = [readKey, editKey, keepVault].map(permissionKey)
const rights = (codes: readonly string[], resource?: Grant['resource']): Grant => ({
  scope: 'lantern/northwind',
  environment: 'test',
  codes,
  ...(resource === undefined ? {} : { resource }),
})
const few = { kind: 'vault', pattern: 'blue/session:*' }
// All codes on purpose: whatever a narrowed grant lists, it opens no call that asks for no thing.
const narrow = aCaller('narrow', [rights(KEYS, few)])
const wide = aCaller('wide', [rights(KEYS)])
const reader = aCaller('reader', [rights([permissionKey(readKey)], few)])
const foreign = aCaller('foreign', [rights(KEYS, { kind: 'files', pattern: '*' })])

const here = { sId: 123, lineId: 'northwind-test' }
const session = { ...here, box: 'blue', key: 'session:17' }
const ask = async (who: typeof narrow, call: string, part: object = {}) => {
  const { http, body } = await door
    .as(who)
    .post<{ isHeld: boolean }>(`/vault/${call}`, { ...session, ...part })
  return http === 200 ? body.data : body.err?.code
}

describe('a grant for a few things', () => {
  test('lets in to the calls whose permission declares their kind, and its handler narrows', async () => {
    expect(await ask(narrow, 'read')).toEqual({ key: 'session:17', isHeld: false })
    expect(await ask(narrow, 'edit')).toEqual({ key: 'session:17', isHeld: false })
    expect(await ask(narrow, 'read', { key: 'player:1' })).toBe('forbidden')
    expect(await ask(narrow, 'read', { box: 'red' })).toBe('forbidden')
    expect(await ask(wide, 'read', { box: 'red' })).toEqual({ key: 'session:17', isHeld: true })
  })

  test('opens nothing else, whatever it lists', async () => {
    expect(await ask(narrow, 'keep')).toBe('forbidden')
    expect(await ask(narrow, 'both')).toBe('scope_forbidden')
    expect(await ask(wide, 'keep')).toEqual({ key: 'session:17', isHeld: true })
    expect(await ask(wide, 'both')).toEqual({ key: 'session:17', isHeld: true })
    expect(await ask(reader, 'edit')).toBe('forbidden')
  })

  test('of another kind opens nothing', async () => {
    for (const call of ['read', 'edit', 'keep', 'both']) expect(await ask(foreign, call)).toBe('forbidden')
  })

  test('ends at its place like any other', async () => {
    const there = { sId: 7, lineId: 'harbour-test' }
    expect(await ask(narrow, 'read', there)).toBe('scope_forbidden')
    const nowhere = { sId: 9_999 }
    expect(await ask(narrow, 'read', nowhere)).toBe(await ask(wide, 'read', nowhere))
  })

  test('lets its holder know the place', async () => {
    expect(await ask(reader, 'places')).toMatchObject({ isHeld: true })
    expect(await ask(reader, 'places', { sId: 7, lineId: 'harbour-test' })).toBe('scope_forbidden')
  })
})

test.each([
  [
    'declares twice',
    { resources: [...(feature.resources ?? []), { kind: 'vault', parts: ['key'] }] },
    'twice',
  ],
  ['declares without parts', { resources: [{ kind: 'vault', parts: [] }] }, 'no parts'],
  ['asks for and nobody declares', { resources: [] }, 'vault.key.read may be narrowed to vault'],
])('a kind that a program %s keeps it from starting', (_what, part, message) => {
  expect(() => createTestApp({ features: [{ ...feature, ...part }] })).toThrow(message)
})
