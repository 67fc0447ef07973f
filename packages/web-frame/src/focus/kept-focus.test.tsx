import { renderWithApp } from '@qd/web-testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { useKeptFocus } from './kept-focus.ts'

/** Buttons that are gone, or stopped, once they were pressed. */
function Row({ gone, stopped = [] }: { gone: readonly string[]; stopped?: readonly string[] }): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  useKeptFocus(root)
  const [pressed, setPressed] = useState<readonly string[]>([])
  const is = (list: readonly string[], name: string) => list.includes(name) && pressed.includes(name)
  return (
    <>
      <button>outside</button>
      <div ref={root}>
        {['one', 'two', 'three'].map((name) =>
          is(gone, name) ? null : (
            <button
              key={name}
              disabled={is(stopped, name)}
              onClick={() => setTimeout(() => setPressed([...pressed, name]))}
            >
              {name}
            </button>
          ),
        )}
        {pressed.includes('start') ? (
          <span>
            <button>stop</button>
          </span>
        ) : (
          <button onClick={() => setPressed([...pressed, 'start'])}>start</button>
        )}
      </div>
    </>
  )
}

const focusIs = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name })))

describe('the focus', () => {
  it.each([
    ['two', 'three'],
    ['one', 'two'],
  ])('goes from %s, which is removed, to what takes its place: %s', async (from, to) => {
    const { user } = await renderWithApp(<Row gone={[from]} />)
    screen.getByRole('button', { name: from }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('button', { name: from })).toBeNull())
    await focusIs(to)
  })

  it('goes to what stands for it now', async () => {
    const { user } = await renderWithApp(<Row gone={[]} />)
    screen.getByRole('button', { name: 'start' }).focus()
    await user.keyboard('{Enter}')
    await focusIs('stop')
  })

  it('goes back from what is disabled', async () => {
    const { user } = await renderWithApp(<Row gone={[]} stopped={['three']} />)
    screen.getByRole('button', { name: 'three' }).focus()
    await user.keyboard('{Enter}')
    await focusIs('two')
  })

  it('stays with whoever has it elsewhere, and away for who pressed beside everything', async () => {
    const { user } = await renderWithApp(<Row gone={['one', 'two']} />)
    screen.getByRole('button', { name: 'one' }).focus()
    await user.keyboard('{Enter}')
    screen.getByRole('button', { name: 'outside' }).focus()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'one' })).toBeNull())
    await focusIs('outside')
    screen.getByRole('button', { name: 'two' }).focus()
    await user.keyboard('{Enter}')
    await user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'two' })).toBeNull())
    expect(document.activeElement).toBe(document.body)
  })

  it('goes nowhere from what was pressed by mouse or finger', async () => {
    const { user } = await renderWithApp(<Row gone={['one']} stopped={['three']} />)
    for (const name of ['one', 'three']) {
      await user.click(screen.getByRole('button', { name }))
      await waitFor(() => {
        const button = screen.queryByRole('button', { name })
        expect(button?.matches(':disabled') ?? true).toBe(true)
      })
      expect(document.activeElement?.textContent).not.toBe('two')
    }
    // A key later does not bring it back.
    await user.keyboard('a')
    await user.click(screen.getByRole('button', { name: 'start' }))
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).not.toBe('two')
  })

  it('is not taken for what a key held down was meant for', async () => {
    const { user } = await renderWithApp(<Row gone={['one']} />)
    screen.getByRole('button', { name: 'one' }).focus()
    await user.keyboard('{Enter>}')
    await focusIs('two')
    const two = screen.getByRole('button', { name: 'two' })
    const onKey = vi.fn()
    two.addEventListener('keydown', onKey)
    for (const key of ['Enter', 'Enter']) expect(fireEvent.keyDown(two, { key, repeat: true })).toBe(false)
    expect(onKey).not.toHaveBeenCalled()
    await user.keyboard('{/Enter}')
    expect(fireEvent.keyDown(two, { key: 'Enter' })).toBe(true)
    expect(fireEvent.keyDown(two, { key: 'Enter', repeat: true })).toBe(true)
    expect(onKey).toHaveBeenCalledTimes(2)
  })
})
