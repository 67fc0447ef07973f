import { describe, expect, it } from 'vitest'
import { entriesFor, projectAddress, withPages } from './entries.ts'

interface Entry {
  name: string
  roles?: string[]
  children?: Entry[]
}

const tree: Entry[] = [
  { name: 'everybody' },
  { name: 'empty list', roles: [] },
  {
    name: 'operators',
    roles: ['operator'],
    children: [
      { name: 'all of them' },
      { name: 'developers', roles: ['developer'], children: [{ name: 'deep' }] },
    ],
  },
]
const names = (entries: readonly Entry[]): unknown[] =>
  entries.map(({ name, children }) => (children === undefined ? name : [name, names(children)]))

describe('menu entries by role', () => {
  it.each([
    [[], ['everybody', 'empty list']],
    [['operator'], ['everybody', 'empty list', ['operators', ['all of them']]]],
    [['developer'], ['everybody', 'empty list']],
    [
      ['operator', 'developer'],
      ['everybody', 'empty list', ['operators', ['all of them', ['developers', ['deep']]]]],
    ],
    [['admin'], ['everybody', 'empty list', ['operators', ['all of them', ['developers', ['deep']]]]]],
  ])('roles %j see %j', (roles, expected) => {
    expect(names(entriesFor(tree, roles))).toEqual(expected)
  })
})

describe('addresses of project entries', () => {
  const child = { name: '审批', type: 'releaseApply', project_ident: 'tide', project_id: '7' }

  it('the release approval names its project, other entries only game and operator', () => {
    const place = { game: 'lantern', pid: 'harbour' }
    expect(projectAddress(child, place)).toBe('/releaseApply?game=lantern&type=tide&project_id=7&pid=harbour')
    expect(projectAddress({ ...child, type: 'audit' }, place)).toBe('/audit?game=lantern&pid=harbour')
  })

  it('what has no page is not offered, nor a project without any', () => {
    const project = { project_id: '7', project_ident: 'tide', project_name: '灯海' }
    const other = { ...child, type: 'nowhere' }
    const list = [
      { ...project, children: [child, other] },
      { ...project, project_id: '8', children: [other] },
    ]
    expect(withPages(list, new Set(['releaseApply']))).toEqual([{ ...project, children: [child] }])
  })
})
