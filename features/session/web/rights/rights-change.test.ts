import { testUser } from '@qd/web-testing'
import { describe, expect, it } from 'vitest'
import { hasChanged, rightsChange } from './rights-change.ts'

function rights(codes: Record<string, string[]>) {
  const grants = Object.entries(codes).map(([place, held]) => {
    const [scope = '*', environment = '*', pattern] = place.split(' ')
    const resource = pattern === undefined ? undefined : { kind: 'vault', pattern }
    return { scope, environment, codes: held, resource }
  })
  const held = new Set(Object.values(codes).flat())
  const permissions = [...held].map((key) => {
    const at = key.indexOf('.')
    return {
      routerName: key.slice(0, at),
      functionList: [{ code: key.slice(at + 1), type: 'button' }],
    }
  })
  return testUser({ roles: [], grants, permissions })
}

describe('what changed of somebody’s rights', () => {
  const read = ['index.data.read']
  const edit = ['index.data.edit']
  it.each([
    ['the same', { lantern: read }, { lantern: read }, {}],
    ['another order', { lantern: read, aurora: edit }, { aurora: edit, lantern: read }, {}],
    ['a right gone', { lantern: [...read, ...edit] }, { lantern: read }, { lost: edit }],
    ['everything gone', { lantern: read }, {}, { lost: read }],
    ['one of two games gone', { lantern: read, aurora: read }, { aurora: read }, { narrowed: read }],
    ['from the game to a line of it', { lantern: read }, { 'lantern/a/b': read }, { narrowed: read }],
    ['from everywhere to test', { '*': read }, { '* test': read }, { narrowed: read }],
    ['a grant within another gone', { lantern: read, 'lantern/a': read }, { lantern: read }, {}],
    ['from a line to the game', { 'lantern/a/b': read }, { lantern: read }, {}],
    ['from the game to a few things of it', { lantern: read }, { 'lantern * a/*': read }, { narrowed: read }],
    ['from a few things to fewer', { 'lantern * a/*': read }, { 'lantern * a/b': read }, { narrowed: read }],
    ['from a few things to more', { 'lantern * a/b': read }, { 'lantern * a/*': read }, {}],
    ['a right new', { lantern: read }, { lantern: [...read, ...edit] }, { gained: edit }],
    ['one for another', { lantern: read }, { lantern: edit }, { lost: read, gained: edit }],
  ])('%s', (_name, before, after, expected) => {
    const change = rightsChange(rights(before as never), rights(after as never))
    expect(change).toEqual({ lost: [], narrowed: [], gained: [], ...expected })
    expect(hasChanged(change)).toBe(Object.keys(expected).length > 0)
  })
})
