import { renderWithApp } from '@qd/web-testing'
import { fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { ScrollTop } from './scroll-top.tsx'

function Page() {
  const root = useRef<HTMLElement>(null)
  return (
    <main ref={root} tabIndex={-1}>
      <div data-testid="list" />
      <textarea />
      <ScrollTop root={root} />
    </main>
  )
}

it('[S2.24] far down a long view a button leads back up', async () => {
  const { user } = await renderWithApp(<Page />)
  const list = screen.getByTestId('list')
  list.scrollTo = vi.fn(() => {
    list.scrollTop = 0
    fireEvent.scroll(list)
  }) as never
  fireEvent.scroll(list, { target: { scrollTop: 200 } })
  expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
  fireEvent.scroll(list, { target: { scrollTop: 5_000 } })
  await user.click(screen.getByRole('button', { name: '回到顶部' }))
  expect(list.scrollTop).toBe(0)
  expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('a text box that is scrolled is no long view', async () => {
  await renderWithApp(<Page />)
  fireEvent.scroll(screen.getByRole('textbox'), { target: { scrollTop: 5_000 } })
  expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
})
