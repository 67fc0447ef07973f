import { fakeApi, renderWithApp } from '@qd/web-testing'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import Palette from './palette.tsx'
import { TypedAhead } from './typed-ahead.tsx'

const press = (key: string) => fireEvent.keyDown(window, { key })
let whileDrawn: (() => void) | null = null

/** Something happens after the palette was drawn and before it is there. */
function Meanwhile(): null {
  const happen = whileDrawn
  whileDrawn = null
  happen?.()
  return null
}

function Opening(): ReactNode {
  const [is, setIs] = useState<'waiting' | 'open' | 'closed'>('waiting')
  return (
    <>
      <button onClick={() => setIs('open')}>open</button>
      <button onClick={() => setIs('closed')}>close</button>
      {is === 'waiting' ? <TypedAhead /> : null}
      {is === 'open' ? <Palette onClose={() => undefined} /> : null}
      <Meanwhile />
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox').value

beforeEach(() => {
  fakeApi([])
})

it('has each key that was pressed before the field was there', async () => {
  await renderWithApp(<Opening />)
  for (const key of ['l', 'a', 'x', 'Backspace']) press(key)
  whileDrawn = () => void press('n')
  fireEvent.click(screen.getByRole('button', { name: 'open' }))
  expect(field()).toBe('lan')
})

it('forgets what was typed when it is closed before the field came', async () => {
  await renderWithApp(<Opening />)
  press('l')
  fireEvent.click(screen.getByRole('button', { name: 'close' }))
  fireEvent.click(screen.getByRole('button', { name: 'open' }))
  expect(field()).toBe('')
})
