import { renderWithApp } from '@qd/web-testing'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { JsonView } from './json-view.tsx'

const USUAL = { deep: 2, expand: 3 }
const deep = { a: { b: { c: { d: { e: 1 } } } } }

describe('JsonView', () => {
  it('opens two levels, and three more with Alt', async () => {
    await renderWithApp(<JsonView name="root" value={deep} levels={USUAL} />)
    expect(screen.getByText('b')).toBeTruthy()
    expect(screen.queryByText('c')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^b/ }), { altKey: true })
    expect(screen.getByText('e')).toBeTruthy()
  })

  it('opens one level by a plain click and closes again', async () => {
    await renderWithApp(<JsonView name="root" value={deep} levels={USUAL} />)
    fireEvent.click(screen.getByRole('button', { name: /^b/ }))
    expect(screen.getByText('c')).toBeTruthy()
    expect(screen.queryByText('d')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^b/ }))
    expect(screen.queryByText('c')).toBeNull()
  })

  it('[ED.90] shows text as text, whatever is in it, and numbers complete', async () => {
    await renderWithApp(
      <JsonView name="root" value={{ html: '<b>x</b>', big: '9007199254740993' }} levels={USUAL} />,
    )
    expect(screen.getByText('"<b>x</b>"')).toBeTruthy()
    expect(screen.getByText('"9007199254740993"')).toBeTruthy()
  })
})
