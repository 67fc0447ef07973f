import { defineErrors, defineRoute, z } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { call } from '../api/call.ts'
import { Allowed } from '../permission/allowed.tsx'
import { useScope } from './scope.ts'
import { LevelGate } from './level-gate.tsx'
import { requireLevel } from './require-level.ts'
import { settledKey } from './selection-settled.ts'
import { useWantedFocus } from './use-wanted-focus.ts'

const nothing = { game: 'lantern', partnerCode: '', lineId: '', sId: 0 }
const operator = { ...nothing, partnerCode: 'northwind' }
const line = { ...operator, lineId: 'northwind-test' }
const create = { routerName: 'index', code: 'player.create', type: 'button', heldBy: [] } as const

function Selectors({ open }: { open: readonly string[] }) {
  const root = useWantedFocus()
  return (
    <div ref={root}>
      {['game', 'operator', 'line', 'server'].map((level) => (
        <div key={level} data-scope-level={level}>
          <button type="button" disabled={!open.includes(level)}>
            {level}
          </button>
        </div>
      ))}
    </div>
  )
}

const focused = () => document.activeElement?.textContent

describe('requireLevel', () => {
  it.each([
    [1, nothing, '请选择运营商'],
    [2, nothing, '请选择运营商'],
    [2, operator, '请选择线路'],
    [3, operator, '请选择线路'],
    [3, line, '请选择区服'],
  ] as const)('level %i says what is missing for 800 ms', async (level, scope, text) => {
    fakeApi()
    await renderWithApp(<i />, { scope })
    vi.useFakeTimers()
    let isMet = true
    act(() => {
      isMet = requireLevel(level)
    })
    expect(isMet).toBe(false)
    screen.getByText(text)
    act(() => void vi.advanceTimersByTime(799))
    screen.getByText(text)
    act(() => void vi.advanceTimersByTime(2))
    expect(screen.queryByText(text)).toBeNull()
    vi.useRealTimers()
  })

  it.each([
    [0, nothing],
    [1, operator],
    [2, line],
    [3, { ...line, sId: 123 }],
  ] as const)('level %i is met', async (level, scope) => {
    await renderWithApp(<i />, { scope })
    expect(requireLevel(level)).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it.each([
    [3, { ...line }, ['game', 'operator', 'line', 'server'], 'server'],
    [3, operator, ['game', 'operator', 'line'], 'line'],
    // A line without servers, a game whose operators could not be had: what stands above can be changed.
    [3, line, ['game', 'operator', 'line'], 'line'],
    [1, nothing, ['game'], 'game'],
  ] as const)(
    'level %i puts the focus where there is something to choose',
    async (level, scope, open, on) => {
      await renderWithApp(<Selectors open={open} />, { scope })
      act(() => void requireLevel(level))
      expect(focused()).toBe(on)
    },
  )

  it('puts the focus there when the selectors come to be shown later', async () => {
    const { rerender } = await renderWithApp(<i />, { scope: line })
    act(() => void requireLevel(3))
    rerender(<Selectors open={['server']} />)
    expect(focused()).toBe('server')
  })
})

describe('a call that was refused for want of a selection', () => {
  const route = defineRoute({
    method: 'GET',
    path: '/adjust/probe',
    title: 'probe',
    permission: 'session',
    level: 2,
    risk: 'R0',
    target: () => ({}),
    reply: z.null(),
  })

  it.each(Object.keys(defineErrors({ operator_required: 400, line_required: 400, server_required: 400 })))(
    '%s leads to the selector and is no failure',
    async (code) => {
      fakeApi([fake(route, () => new FakeFailure(400, code))])
      await renderWithApp(<Selectors open={['operator', 'line', 'server']} />, { scope: TEST_SCOPE })
      await act(async () => {
        await call(route, {}, { tag: 'scope:uId.label', told: 'toast' }).catch(() => {})
      })
      expect(focused()).toBe(code.replace('_required', ''))
      expect(screen.queryByText(/请求失败/)).toBeNull()
    },
  )
})

describe('LevelGate', () => {
  const settle = () => act(() => useScope.getState().settle(settledKey(useScope.getState())))

  it('says nothing while the selection may still choose by itself', async () => {
    await renderWithApp(<LevelGate level={3}>page</LevelGate>, { scope: operator })
    expect(screen.queryByText(/请选择/)).toBeNull()
    act(() => useScope.getState().moveTo({ lineId: 'northwind-test' }))
    settle()
    expect(screen.getAllByText('请选择区服')).toHaveLength(2)
    expect(screen.queryByText('page')).toBeNull()
  })

  it('waits for the place of the player who is looked up', async () => {
    await renderWithApp(<LevelGate level={3}>page</LevelGate>, {
      scope: { ...line, isFindingPlayer: true, settledFor: 'lantern/northwind/northwind-test' },
    })
    expect(screen.queryByText(/请选择/)).toBeNull()
    act(() => useScope.getState().setPlayer('0', null))
    expect(screen.getAllByText('请选择区服')).toHaveLength(2)
  })

  it('keeps the page while somebody chooses another place, and does not call out then', async () => {
    await renderWithApp(<LevelGate level={3}>page</LevelGate>, { scope: TEST_SCOPE })
    settle()
    screen.getByText('page')
    act(() => useScope.getState().selectOperator('harbour'))
    settle()
    expect(screen.getAllByText('请选择线路')).toHaveLength(1)
    act(() => useScope.getState().moveTo(TEST_SCOPE))
    screen.getByText('page')
  })
})

describe('what is not selected is no missing permission', () => {
  const grant = (scope: string): Grant => ({ scope, environment: '*', codes: ['index.player.create'] })
  const show = (scope: object, ...grants: Grant[]) =>
    renderWithApp(<Allowed action={{ permission: create, level: 3 }}>add</Allowed>, {
      scope,
      user: testUser({ roles: ['operator'], grants: grants as never }),
    })

  it.each([
    ['held below what is selected so far', nothing, 'lantern/northwind/northwind-test/123', true],
    ['held at the whole selection', { ...line, sId: 123 }, 'lantern/northwind', true],
    ['held elsewhere', nothing, 'other', false],
    ['held below, but not here', operator, 'lantern/harbour', false],
    ['not held at the whole selection', { ...line, sId: 123 }, 'lantern/northwind/northwind-test/124', false],
  ])('an action whose permission is %s', async (_how, scope, path, isShown) => {
    await show(scope, grant(path))
    expect(screen.queryByText('add') !== null).toBe(isShown)
  })
})
