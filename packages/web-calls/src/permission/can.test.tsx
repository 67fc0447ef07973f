import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { TEST_SCOPE, renderWithApp, testUser } from '@qd/web-testing'
import { Allowed } from './allowed.tsx'
import { userMay, userReaches } from '@qd/web-base'

const edit = { routerName: 'index', code: 'data.edit', type: 'button', heldBy: [] } as const
const place = { game: 'lantern', operator: 'northwind', lineId: 'northwind-test', sId: 123 }

function granted(scope: string, environment = '*', codes = ['index.data.edit']) {
  return testUser({ roles: ['operator'], grants: [{ scope, environment, codes }] })
}

describe('can', () => {
  it('ROLE_ADMIN may everything', () => {
    expect(userMay(testUser({ roles: ['ROLE_ADMIN'], grants: [] }), edit, place)).toBe(true)
  })

  it.each([
    ['the whole game', granted('lantern'), true],
    ['the line', granted('lantern/northwind/northwind-test'), true],
    ['another operator', granted('lantern/harbour'), false],
    ['a name that only begins alike', granted('lantern/north'), false],
    ['another permission', granted('lantern', '*', ['index.data.read']), false],
    ['nobody', null, false],
  ])('a grant on %s decides', (_name, user, expected) => {
    expect(userMay(user, edit, place)).toBe(expected)
  })

  it('a grant limited to test does not hold in production', () => {
    const user = granted('lantern', 'test')
    expect(userMay(user, edit, { ...place, environment: 'test' })).toBe(true)
    expect(userMay(user, edit, { ...place, environment: 'production' })).toBe(false)
  })

  it('without grants the pairs of the page decide', () => {
    const pairs = [{ routerName: 'index', functionList: [{ code: 'data.edit', type: 'button' }] }]
    const user = testUser({ roles: ['operator'], grants: undefined, permissions: pairs })
    expect(userMay(user, edit, place)).toBe(true)
    expect(userMay(user, { ...edit, type: 'menu' }, place)).toBe(false)
    expect(userMay(user, { ...edit, routerName: 'mock' }, place)).toBe(false)
  })

  it('a page shows when the permission is held anywhere below', () => {
    const user = granted('lantern/northwind/northwind-test/123')
    expect(userReaches(user, edit, { game: 'lantern' })).toBe(true)
    expect(userReaches(user, edit, { game: 'other' })).toBe(false)
  })

  it('a grant for a few things shows the pages and calls that declare their kind, and no others', () => {
    const readKey = {
      routerName: 'vault',
      code: 'key.read',
      type: 'button',
      heldBy: [],
      resource: 'vault',
    } as const
    const few = { kind: 'vault', pattern: 'blue/*' }
    const codes = ['vault.key.read', 'index.data.edit']
    const user = testUser({
      roles: [],
      grants: [{ scope: 'lantern', environment: '*', codes, resource: few }],
    })
    expect([userMay(user, readKey, place), userReaches(user, readKey, { game: 'lantern' })]).toEqual([
      true,
      true,
    ])
    expect([userMay(user, edit, place), userReaches(user, edit, { game: 'lantern' })]).toEqual([false, false])
    const files = { ...readKey, resource: 'files' }
    expect([userMay(user, files, place), userReaches(user, files, {})]).toEqual([false, false])
  })

  it('the selection is the place unless one is given', async () => {
    const user = granted('lantern/northwind')
    await renderWithApp(
      <>
        <Allowed action={{ permission: edit, level: 3 }}>here</Allowed>
        <Allowed action={{ permission: { ...edit, code: 'data.read' }, level: 3 }} fallback="not there">
          there
        </Allowed>
      </>,
      { user, scope: TEST_SCOPE },
    )
    screen.getByText(/here/)
    screen.getByText(/not there/)
  })
})
