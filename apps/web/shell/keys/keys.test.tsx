import { useSettings } from '@qd/web-base'
import { useShortcut, useShortcuts } from '@qd/web-frame'
import { fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useShellState } from '../shell-state.ts'
import { sheetGroups } from './shortcut-sheet.tsx'
import { useShellShortcuts } from './use-shell-shortcuts.ts'

const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())

function Shell() {
  useShellShortcuts()
  useShortcut('mod+s', () => {}, { label: 'save it', group: 'Editor' })
  return (
    <form onSubmit={submit}>
      <textarea aria-label="text" />
      <button type="submit">send</button>
    </form>
  )
}

function pressed(key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: true, cancelable: true, bubbles: true })
  document.body.dispatchEvent(event)
  return event
}

beforeEach(() => {
  fakeApi()
  submit.mockClear()
  useShellState.setState({ overlay: null, isSidebarOpen: false })
  window.location.hash = '#/audit?uId=30123000045'
})

describe('keys of the whole console', () => {
  it.each(['r', 'h', 'm', 'Enter'])('[S9.07] ctrl + %s is kept from the browser', async (key) => {
    await renderWithApp(<Shell />)
    expect(pressed(key).defaultPrevented).toBe(true)
  })

  it('a setting gives ctrl + r back to the browser', async () => {
    await renderWithApp(<Shell />)
    useSettings.getState().change({ browserReload: true })
    await screen.findByRole('textbox')
    expect(pressed('r').defaultPrevented).toBe(false)
  })

  it('[S9.07] h leads home with the player, m shows the sidebar', async () => {
    await renderWithApp(<Shell />)
    pressed('h')
    expect(window.location.hash).toBe('#/index/30123000045?uId=30123000045')
    pressed('m')
    expect(useShellState.getState().isSidebarOpen).toBe(true)
  })

  it('[S9.07] enter sends the form one is in, unless it may not be sent', async () => {
    const { user } = await renderWithApp(<Shell />)
    await user.click(screen.getByRole('textbox'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(submit).toHaveBeenCalledTimes(1)
    screen.getByRole('button', { name: 'send' }).setAttribute('disabled', '')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(submit).toHaveBeenCalledTimes(1)
  })

  it('k opens and closes the palette', async () => {
    await renderWithApp(<Shell />)
    pressed('k')
    expect(useShellState.getState().overlay).toBe('palette')
    pressed('k')
    expect(useShellState.getState().overlay).toBeNull()
  })

  it('are gone after the shell is', async () => {
    const { unmount } = await renderWithApp(<Shell />)
    unmount()
    expect(useShortcuts.getState().shortcuts).toEqual([])
    expect(pressed('r').defaultPrevented).toBe(false)
  })
})

describe('shortcuts sheet', () => {
  it('? lists what works here, the page first', async () => {
    const { user } = await renderWithApp(<Shell />)
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog'))
    const groups = sheet.getAllByRole('region').map((group) => group.getAttribute('aria-label'))
    expect(groups).toEqual(['Editor', '所有页面'])
    sheet.getByText('save it')
    sheet.getByText('命令面板')
  })

  it('puts keys that do the same in one line and leaves out what has no name', () => {
    const given = [
      { keys: 'mod+y' },
      { keys: 'mod+b', label: 'menu' },
      { keys: 'mod+m', label: 'menu' },
      { keys: 'mod+s', label: 'save', group: 'Editor' },
    ]
    expect(sheetGroups(given, 'all')).toEqual([
      ['Editor', [{ keys: ['mod+s'], label: 'save' }]],
      ['all', [{ keys: ['mod+m', 'mod+b'], label: 'menu' }]],
    ])
  })
})
