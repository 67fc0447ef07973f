import { expect, it } from 'vitest'
import type { RoleView } from '../../contract/index.ts'
import { changesIn, diffOf, draftOf, heldOf, withCodes } from './role-draft.ts'

const role: RoleView = {
  code: 'night',
  name: '夜班',
  isBuiltIn: false,
  codes: ['p.read', 'p.edit'],
  version: 3,
  holders: 2,
  mayEdit: true,
}
const page = {
  routerName: 'p',
  functionList: ['read', 'edit', 'undo'].map((code) => ({
    code,
    type: 'button',
    title: code,
    risk: 'R0' as const,
  })),
}

it('a draft tells what saving adds and takes, and nothing when it was put back', () => {
  const draft = withCodes(withCodes(draftOf(role), ['p.undo'], true), ['p.read'], false)
  expect(diffOf(role, draft)).toEqual({ added: ['p.undo'], removed: ['p.read'], isRenamed: false })
  expect(changesIn(diffOf(role, { ...draft, name: '早班' }))).toBe(3)
  const back = withCodes(withCodes(draft, ['p.undo'], false), ['p.read'], true)
  expect(changesIn(diffOf(role, back))).toBe(0)
})

it('a page counts what the role has of it; the wildcard has all', () => {
  expect(heldOf(page, new Set(role.codes))).toBe(2)
  expect(heldOf(page, new Set(['*']))).toBe(3)
  expect(heldOf(page, new Set(['q.read']))).toBe(0)
})
