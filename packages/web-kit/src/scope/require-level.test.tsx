import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { TEST_SCOPE, fakeApi, renderWithApp } from '../../testing/index.ts'
import { requireLevel } from './require-level.ts'

const nothing = { game: 'lantern', partnerCode: '', lineId: '', sId: 0 }
const operator = { ...nothing, partnerCode: 'northwind' }
const line = { ...operator, lineId: 'northwind-test' }

describe('requireLevel', () => {
  it.each([
    [1, nothing, '请选择运营商'],
    [2, nothing, '请选择运营商'],
    [2, operator, '请选择线路'],
    [3, operator, '请选择线路'],
    [3, line, '请选择区服'],
  ] as const)('[S5.01] level %i says what is missing for 800 ms', async (level, scope, text) => {
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
  ] as const)('[S5.01] level %i is met', async (level, scope) => {
    await renderWithApp(<i />, { scope })
    expect(requireLevel(level)).toBe(true)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('puts the focus where the choice is missing', async () => {
    const selector = (
      <div data-scope-level="server">
        <button type="button">S?</button>
      </div>
    )
    await renderWithApp(selector, { scope: { ...TEST_SCOPE, sId: 0 } })
    act(() => void requireLevel(3))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'S?' }))
  })
})
