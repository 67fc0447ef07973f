import { getConfig } from '@qd/system/contract'
import { fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PlayerTree } from './player-tree.tsx'

const deep = { a: { b: { c: { d: { e: 1 } } } } }

/** The settings as the server gives them, as far as the view reads them. */
function settings(jsonDeep: number, jsonExpand: number): void {
  const answer = { status: 0, msg: '', data: { jsonDeep, jsonExpand }, requestId: 'test-request' }
  fakeApi([fake(getConfig, () => Response.json(answer))])
}

describe('PlayerTree', () => {
  it('opens as deep as the settings say', async () => {
    settings(1, 2)
    await renderWithApp(<PlayerTree name="root" value={deep} kind={null} />)
    await waitFor(() => expect(screen.queryByText('b')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: /^a/ }), { altKey: true })
    expect(screen.getByText('c')).toBeTruthy()
    expect(screen.queryByText('d')).toBeNull()
  })
})
