import { getConfig } from '@qd/system/contract'
import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { JsonView } from './json-view.tsx'

const deep = { a: { b: { c: { d: { e: 1 } } } } }

/** The settings as the server gives them, as far as the view reads them. */
function settings(jsonDeep: number, jsonExpand: number): void {
  const answer = { status: 0, msg: '', data: { jsonDeep, jsonExpand }, requestId: 'test-request' }
  fakeApi([fake(getConfig, () => Response.json(answer))])
}

describe('JsonView', () => {
  beforeEach(() => settings(2, 3))

  it('opens as deep as the settings say', async () => {
    settings(1, 2)
    await renderWithApp(<JsonView name="root" value={deep} />)
    await waitFor(() => expect(screen.queryByText('b')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: /^a/ }), { altKey: true })
    expect(screen.getByText('c')).toBeTruthy()
    expect(screen.queryByText('d')).toBeNull()
  })

  it('opens two levels, and three more with Alt', async () => {
    await renderWithApp(<JsonView name="root" value={deep} />)
    expect(screen.getByText('b')).toBeTruthy()
    expect(screen.queryByText('c')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^b/ }), { altKey: true })
    expect(screen.getByText('e')).toBeTruthy()
  })

  it('opens one level by a plain click and closes again', async () => {
    await renderWithApp(<JsonView name="root" value={deep} />)
    fireEvent.click(screen.getByRole('button', { name: /^b/ }))
    expect(screen.getByText('c')).toBeTruthy()
    expect(screen.queryByText('d')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^b/ }))
    expect(screen.queryByText('c')).toBeNull()
  })

  it('[ED.90] shows text as text, whatever is in it, and numbers complete', async () => {
    await renderWithApp(<JsonView name="root" value={{ html: '<b>x</b>', big: '9007199254740993' }} />)
    expect(screen.getByText('"<b>x</b>"')).toBeTruthy()
    expect(screen.getByText('"9007199254740993"')).toBeTruthy()
  })
})
