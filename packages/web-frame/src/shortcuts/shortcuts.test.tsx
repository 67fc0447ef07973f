import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { TabContext } from '../feature/tab.ts'
import { openDialog } from '../dialog/open-dialog.ts'
import { useSettings } from '@qd/web-base'
import { keyNames, matchesKeys, parseKeys } from './keys.ts'
import { useShortcuts } from './registry.ts'
import { useShortcut } from './use-shortcut.ts'
import type { ShortcutOptions } from './use-shortcut.ts'

const press = (key: string, given: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...given,
})

describe('keys', () => {
  it.each([
    ['mod+k', press('k', { ctrlKey: true }), true],
    ['mod+k', press('k', { metaKey: true }), true],
    ['mod+k', press('K', { ctrlKey: true, shiftKey: true }), false],
    ['mod+k', press('k'), false],
    ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true }), true],
    ['mod+k', press('л', { ctrlKey: true, code: 'KeyK' }), true],
    ['mod+k', press('x', { ctrlKey: true, code: 'KeyK' }), false],
    ['?', press('?', { shiftKey: true }), true],
    ['?', press('?'), true],
    ['/', press('/', { altKey: true }), false],
    ['mod+enter', press('Enter', { ctrlKey: true }), true],
  ])('%s and %o: %s', (keys, event, isMatch) => expect(matchesKeys(parseKeys(keys), event)).toBe(isMatch))

  it('are named as on the keyboard', () => {
    expect(keyNames('mod+shift+enter')).toEqual(['Ctrl', '⇧', '↵'])
    expect(keyNames('?')).toEqual(['?'])
  })
})

function Listener(props: { keys: string; run: () => void | false; options?: ShortcutOptions }) {
  useShortcut(props.keys, props.run, props.options)
  return <input aria-label="box" />
}

describe('shortcuts', () => {
  it('work, but not while typing unless ctrl or cmd is held', async () => {
    const [plain, held] = [vi.fn(), vi.fn()]
    const { user } = await renderWithApp(
      <>
        <Listener keys="x" run={plain} />
        <Listener keys="mod+j" run={held} />
      </>,
    )
    await user.keyboard('x')
    expect(plain).toHaveBeenCalledTimes(1)
    await user.click(screen.getAllByRole('textbox')[0]!)
    await user.keyboard('x{Control>}j{/Control}')
    expect(plain).toHaveBeenCalledTimes(1)
    expect(held).toHaveBeenCalledTimes(1)
  })

  it('leave a text box its own undo', async () => {
    const undo = vi.fn()
    const { user } = await renderWithApp(
      <Listener keys="mod+z" run={undo} options={{ leavesTextBoxes: true }} />,
    )
    await user.click(screen.getByRole('textbox'))
    await user.keyboard('{Control>}z{/Control}')
    expect(undo).not.toHaveBeenCalled()
  })

  it('of single characters can be switched off', async () => {
    const run = vi.fn()
    const { user } = await renderWithApp(<Listener keys="?" run={run} />)
    useSettings.getState().change({ singleKeys: false })
    await user.keyboard('?')
    expect(run).not.toHaveBeenCalled()
  })

  it('of a page kept alive behind another one do not listen', async () => {
    const run = vi.fn()
    const { user } = await renderWithApp(
      <TabContext value={{ id: 'a', isShown: false }}>
        <Listener keys="x" run={run} />
      </TabContext>,
    )
    await user.keyboard('x')
    expect(run).not.toHaveBeenCalled()
  })

  it('rest while a dialog is open', async () => {
    const [below, inside] = [vi.fn(), vi.fn()]
    const { user } = await renderWithApp(
      <>
        <Listener keys="mod+j" run={below} />
        <Listener keys="mod+b" run={inside} options={{ worksInDialogs: true }} />
      </>,
    )
    openDialog(() => <p>inside</p>, { title: 'open' })
    await screen.findByRole('dialog')
    await user.keyboard('{Control>}jb{/Control}')
    expect(below).not.toHaveBeenCalled()
    expect(inside).toHaveBeenCalledTimes(1)
  })

  it('of the latest part win; one that declines passes the press on', async () => {
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn((): false => false)]
    const { user } = await renderWithApp(
      <>
        <Listener keys="mod+j" run={first} />
        <Listener keys="mod+j" run={second} />
        <Listener keys="mod+j" run={third} />
      </>,
    )
    await user.keyboard('{Control>}j{/Control}')
    expect(third).toHaveBeenCalledTimes(1)
    expect(second).toHaveBeenCalledTimes(1)
    expect(first).not.toHaveBeenCalled()
  })

  it('that are taken never reach the browser, not even while they cannot run', async () => {
    const run = vi.fn()
    await renderWithApp(<Listener keys="mod+r" run={run} options={{ isTaken: true }} />)
    openDialog(() => <p>inside</p>, { title: 'open' })
    await screen.findByRole('dialog')
    const event = new KeyboardEvent('keydown', { key: 'r', ctrlKey: true, cancelable: true })
    document.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    expect(run).not.toHaveBeenCalled()
  })

  it('are gone with their part', async () => {
    await renderWithApp(<Listener keys="x" run={() => {}} />)
    expect(useShortcuts.getState().shortcuts).toHaveLength(1)
    cleanup()
    expect(useShortcuts.getState().shortcuts).toHaveLength(0)
  })
})
