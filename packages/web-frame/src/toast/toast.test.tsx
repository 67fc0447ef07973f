import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { toast } from './toast.ts'

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

describe('toast', () => {
  it.each([
    ['message', 600],
    ['success', 5_000],
    ['error', 5_000],
    ['notice', 3_000],
    ['transport', 10_000],
  ] as const)('%s stays %i ms', async (kind, ms) => {
    await renderWithApp(<i />)
    vi.useFakeTimers()
    act(() => toast[kind]('潮汐'))
    wait(ms - 1)
    screen.getByText('潮汐')
    wait(2)
    expect(screen.queryByText('潮汐')).toBeNull()
    vi.useRealTimers()
  })

  it('errors interrupt, results are told politely, notices stand in their own corner', async () => {
    await renderWithApp(<i />)
    act(() => {
      toast.error('坏')
      toast.success('好')
      toast.notice('晚')
    })
    expect(screen.getByRole('alert').textContent).toContain('坏')
    expect(screen.getByRole('status').textContent).toContain('好')
    expect(screen.getByRole('log').textContent).toContain('晚')
  })

  it('counts the same message instead of piling it up', async () => {
    await renderWithApp(<i />)
    act(() => {
      toast.error('坏')
      toast.error('坏')
    })
    expect(screen.getAllByText('坏')).toHaveLength(1)
    screen.getByText('×2')
  })

  it('waits while the pointer rests on it', async () => {
    const { user } = await renderWithApp(<i />)
    act(() => toast.message('等'))
    await user.hover(screen.getByText('等'))
    vi.useFakeTimers()
    wait(5_000)
    screen.getByText('等')
    vi.useRealTimers()
  })
})
