import { permissionKey } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignGrants, containsGrant, editGroup, editRole } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import { membershipsOf } from '../model/access-model.ts'
import type { AccessModel, ModelGroup, ModelRole } from '../model/access-model.ts'
import type { Narrowing } from '../narrowing.ts'
import { rightsOfUser, withAncestors } from '../model/held-rights.ts'
import { actorOf } from './actor.ts'
import { mayChangeMembers, mayManageGroup } from './group-rules.ts'
import { mayEditRole } from './role-rules.ts'
import { mayGive } from './user-rules.ts'

/*
 * A random company, and one administrator who tries whatever the calls offer, in any order. Whatever they
 * manage to do, nobody may end up with a right that the administrator did not hold at the start.
 */

const ADMIN_KEYS = [assignGrants, editGroup, editRole].map(permissionKey)
const CODES = ['p.read', 'p.edit', 'q.read', 'v.read', 'v.edit', ...ADMIN_KEYS]
const KINDS = ['vault', 'files'] as const
const PATTERNS = ['*/*', 'a/*', 'a/b*', 'a/b', 'b*/*', '*/b'] as const
/** `v.read` and `v.edit` may be narrowed to things of the vault. */
const narrowing: Narrowing = {
  kinds: () => KINDS.map((kind) => ({ kind, parts: ['box', 'key'] })),
  kindOf: (code) => (code.startsWith('v.') ? 'vault' : undefined),
}
const SCOPES = ['*', 'a', 'a/x', 'a/x/l', 'b'] as const
const ENVIRONMENTS = ['*', 'test', 'production'] as const
const ROLES = ['r1', 'r2', 'r3', 'r4']
const GROUPS = ['g1', 'g2', 'g3', 'g4']
const USERS = ['x', 'u', 'v']

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const codes = fc.subarray(CODES)
const resource = fc.record({ kind: oneOf(KINDS), pattern: oneOf(PATTERNS) })
const grant: fc.Arbitrary<RoleGrant> = fc.record(
  {
    role: oneOf(ROLES),
    scope: oneOf(SCOPES),
    environment: oneOf(ENVIRONMENTS),
    resource,
  },
  { requiredKeys: ['role', 'scope', 'environment'] },
)
const grants = fc.array(grant, { maxLength: 3 })

function build(
  roleCodes: readonly string[][],
  parts: { held: RoleGrant[][]; groups: { parent: number; grants: RoleGrant[]; members: string[] }[] },
): AccessModel {
  const roles = ROLES.map((code, at): ModelRole => {
    const createdBy = at % 2 === 0 ? 'x' : 'someone'
    return { id: code, code, name: code, isBuiltIn: false, version: 1, createdBy, codes: roleCodes[at] ?? [] }
  })
  const groups = parts.groups.map((part, at): ModelGroup => {
    // Only earlier groups are parents: a tree.
    const parentId = GROUPS[part.parent % (at + 1)] ?? null
    return {
      id: GROUPS[at]!,
      name: GROUPS[at]!,
      parentId: parentId === GROUPS[at] ? null : parentId,
      externalName: null,
      createdBy: at % 2 === 0 ? 'x' : 'someone',
      grants: part.grants,
      members: part.members,
      memberEnds: new Map(),
    }
  })
  return modelOf(roles, groups, new Map(USERS.map((user, at) => [user, parts.held[at] ?? []])))
}

function modelOf(
  roles: Iterable<ModelRole>,
  groups: Iterable<ModelGroup>,
  userGrants: AccessModel['userGrants'],
): AccessModel {
  const all = [...groups]
  return {
    stamp: 0,
    goodUntil: Number.POSITIVE_INFINITY,
    roles: new Map([...roles].map((role) => [role.code, role])),
    groups: new Map(all.map((group) => [group.id, group])),
    memberships: membershipsOf(all),
    userGrants,
    inviters: new Map(),
    narrowing,
  }
}

const model = fc
  .tuple(
    fc.array(codes, { minLength: 4, maxLength: 4 }),
    fc.record({
      held: fc.array(grants, { minLength: 3, maxLength: 3 }),
      groups: fc.array(
        fc.record({
          parent: fc.nat(3),
          grants: fc.array(grant, { maxLength: 2 }),
          members: fc.subarray(USERS),
        }),
        { minLength: 4, maxLength: 4 },
      ),
    }),
  )
  .map(([roleCodes, parts]) => build(roleCodes, parts))

type Act =
  | { kind: 'give'; user: string; grant: RoleGrant }
  | { kind: 'giveGroup'; group: string; grant: RoleGrant }
  | { kind: 'join'; group: string; user: string }
  | { kind: 'move'; group: string; parent: string | null }
  | { kind: 'role'; role: string; codes: string[] }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('give' as const), user: oneOf(['u', 'v']), grant }),
  fc.record({ kind: fc.constant('giveGroup' as const), group: oneOf(GROUPS), grant }),
  fc.record({ kind: fc.constant('join' as const), group: oneOf(GROUPS), user: oneOf(['u', 'v']) }),
  fc.record({ kind: fc.constant('move' as const), group: oneOf(GROUPS), parent: oneOf([...GROUPS, null]) }),
  fc.record({ kind: fc.constant('role' as const), role: oneOf(ROLES), codes }),
)

/** The model after the act, or null where the rules refuse it; the same questions the calls ask. */
function attempt(now: AccessModel, wanted: Act): AccessModel | null {
  const actor = actorOf(now, { userId: 'x', grants: rightsOfUser(now, 'x') })
  const withGroup = (id: string, part: Partial<ModelGroup>) =>
    modelOf(
      now.roles.values(),
      [...now.groups.values()].map((group) => (group.id === id ? { ...group, ...part } : group)),
      now.userGrants,
    )
  if (wanted.kind === 'give') {
    if (!mayGive(now, actor, wanted.grant)) return null
    const held = [...(now.userGrants.get(wanted.user) ?? []), wanted.grant]
    return { ...now, userGrants: new Map([...now.userGrants, [wanted.user, held]]) }
  }
  if (wanted.kind === 'role') {
    const role = now.roles.get(wanted.role)!
    if (!mayEditRole(now, actor, { role, codes: wanted.codes })) return null
    return { ...now, roles: new Map([...now.roles, [role.code, { ...role, codes: wanted.codes }]]) }
  }
  const group = now.groups.get(wanted.group)!
  if (wanted.kind === 'giveGroup') {
    return mayGive(now, actor, wanted.grant)
      ? withGroup(group.id, { grants: [...group.grants, wanted.grant] })
      : null
  }
  if (wanted.kind === 'join') {
    if (!mayChangeMembers(now, actor, group)) return null
    return withGroup(group.id, { members: [...new Set([...group.members, wanted.user])] })
  }
  const parent = wanted.parent === null ? null : now.groups.get(wanted.parent)!
  if (!mayManageGroup(now, actor, group)) return null
  if (parent !== null && !mayChangeMembers(now, actor, parent)) return null
  if (parent !== null && withAncestors(now, parent.id).includes(group)) return null
  return withGroup(group.id, { parentId: wanted.parent })
}

/** Everything a user holds, as single codes at single places. */
function pieces(now: AccessModel, user: string): Grant[] {
  return rightsOfUser(now, user).flatMap(({ codes: held, ...place }) =>
    held.map((code) => ({ ...place, codes: [code] })),
  )
}

test('whatever an administrator does, nobody ends up with a right that he did not hold', () => {
  let done = 0
  fc.assert(
    fc.property(model, fc.array(act, { minLength: 1, maxLength: 25 }), (start, acts) => {
      const own = rightsOfUser(start, 'x')
      const before = new Map(USERS.map((user) => [user, rightsOfUser(start, user)]))
      let now = start
      for (const wanted of acts) {
        const next = attempt(now, wanted)
        if (next === null) continue
        done += 1
        now = next
      }
      for (const user of USERS) {
        for (const piece of pieces(now, user)) {
          const isNew = !containsGrant(before.get(user)!, piece)
          expect(isNew && !containsGrant(own, piece), JSON.stringify({ user, piece, acts })).toBe(false)
        }
      }
    }),
    { numRuns: 3_000 },
  )
  // The property means something only where acts were allowed.
  expect(done).toBeGreaterThan(1_000)
})

test('a right elsewhere, in another environment or with another code is not held', () => {
  const held: Grant = { scope: 'a/b', environment: 'test', codes: ['p.read'] }
  expect(containsGrant([held], { ...held, scope: 'a/b/c' })).toBe(true)
  const others: Partial<Grant>[] = [
    { environment: 'production' },
    { environment: '*' },
    { scope: 'a' },
    { scope: 'a/bc' },
    { scope: '*' },
    { codes: ['p.edit'] },
    { codes: ['*'] },
    { codes: ['p.edit'], resource: { kind: 'vault', pattern: 'a/*' } },
  ]
  for (const other of others) expect(containsGrant([held], { ...held, ...other })).toBe(false)
  expect(containsGrant([{ ...held, codes: ['p.read', 'p.edit'] }], { ...held, codes: ['*'] })).toBe(false)
  const only = (pattern: string, kind = 'vault'): Grant => ({ ...held, resource: { kind, pattern } })
  expect(containsGrant([held], only('a/*'))).toBe(true)
  expect(containsGrant([only('a/*')], only('a/b*'))).toBe(true)
  for (const other of [held, only('*/*'), only('b/*'), only('a/b*', 'files')])
    expect(containsGrant([only('a/*')], other)).toBe(false)
})

test('a grant contains itself and all narrower ones; containment is transitive', () => {
  const one: fc.Arbitrary<Grant> = fc.record(
    {
      scope: oneOf(SCOPES),
      environment: oneOf(ENVIRONMENTS),
      codes: fc.subarray(['p.read', 'p.edit', '*'], { minLength: 1 }),
      resource,
    },
    { requiredKeys: ['scope', 'environment', 'codes'] },
  )
  fc.assert(
    fc.property(one, one, one, (a, b, c) => {
      expect(containsGrant([a], a)).toBe(true)
      if (containsGrant([a], b) && containsGrant([b], c)) expect(containsGrant([a], c)).toBe(true)
    }),
  )
})
