import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { useUrlFilter } from './use-url-filter.ts'

const DEFAULTS = { actor: '', result: 'all' }

function Page() {
  const [filter, change, clear] = useUrlFilter(DEFAULTS)
  const { search } = useLocation()
  return (
    <>
      <output aria-label="filter">{JSON.stringify(filter)}</output>
      <code>{search}</code>
      <button onClick={() => change({ actor: '林 & 岚' })}>actor</button>
      <button onClick={() => change({ result: 'failed' })}>result</button>
      <button onClick={clear}>clear</button>
    </>
  )
}

describe('filter in the address', () => {
  it('comes from the address, goes there, leaves other parameters and says nothing of defaults', async () => {
    const { user } = await renderWithApp(<Page />, { path: '/audit?uId=5&result=ok&result=x' })
    const filter = () =>
      JSON.parse(screen.getByRole('status', { name: 'filter' }).textContent ?? '') as object
    expect(filter()).toEqual({ actor: '', result: 'ok' })
    await user.click(screen.getByText('actor'))
    await user.click(screen.getByText('result'))
    expect(filter()).toEqual({ actor: '林 & 岚', result: 'failed' })
    const query = new URLSearchParams(screen.getByRole('code').textContent ?? '')
    expect(Object.fromEntries(query)).toEqual({ uId: '5', actor: '林 & 岚', result: 'failed' })
    await user.click(screen.getByText('clear'))
    expect(screen.getByRole('code').textContent).toBe('?uId=5')
  })
})
