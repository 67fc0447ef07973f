import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { useHold } from './use-hold.ts'

const KEY = ['/list', {}]

function Page({ ask }: { ask: () => Promise<string> }) {
  useHold(KEY)
  const { data } = useQuery({ queryKey: KEY, queryFn: ask, refetchInterval: 60_000 })
  return <p>{data ?? 'loading'}</p>
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a hidden page stops asking and keeps its answer for hours; an unmounted one lets it go', async () => {
  const client = createQueryClient()
  const ask = vi.fn(async () => 'answer')
  const page = (mode: 'visible' | 'hidden' | 'gone') => (
    <QueryClientProvider client={client}>
      {mode === 'gone' ? null : (
        <Activity mode={mode}>
          <Page ask={ask} />
        </Activity>
      )}
    </QueryClientProvider>
  )
  const { rerender } = render(page('visible'))
  await pass(100)
  screen.getByText('answer')
  rerender(page('hidden'))
  await pass(100)
  const asked = ask.mock.calls.length
  await pass(3 * 3_600_000)
  expect(ask).toHaveBeenCalledTimes(asked)
  expect(client.getQueryData(KEY)).toBe('answer')
  rerender(page('visible'))
  screen.getByText('answer')
  await pass(100)
  expect(ask.mock.calls.length).toBe(asked + 1)
  rerender(page('gone'))
  await pass(3_600_000)
  expect(client.getQueryCache().getAll()).toEqual([])
})
