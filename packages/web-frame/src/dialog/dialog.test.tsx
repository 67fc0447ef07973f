import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithApp } from '@qd/web-testing'
import { useKeptFocus } from '../focus/kept-focus.ts'
import { alertBox } from './alert-box.tsx'
import { useDialogs } from './dialog-store.ts'
import { openDialog } from './open-dialog.ts'

function Opener() {
  const onClick = () =>
    void openDialog(({ close }) => <button onClick={close}>done</button>, { title: '添加用户', width: 400 })
  return <button onClick={onClick}>open</button>
}

describe('dialog host', () => {
  it('shows a named dialog, closes on Esc and gives the focus back', async () => {
    const { user } = await renderWithApp(<Opener />)
    await user.click(screen.getByRole('button', { name: 'open' }))
    await screen.findByRole('dialog', { name: '添加用户' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' })))
  })

  it('gives the focus back past a dialog that led to another one', async () => {
    const second = () => void openDialog(() => <input aria-label="link" />, { title: 'second' })
    const first = () =>
      void openDialog(
        ({ close }) => (
          <button
            onClick={() => {
              close()
              second()
            }}
          >
            send
          </button>
        ),
        { title: 'first' },
      )
    const { user } = await renderWithApp(<button onClick={first}>invite</button>)
    await user.click(screen.getByRole('button', { name: 'invite' }))
    await user.click(await screen.findByRole('button', { name: 'send' }))
    await screen.findByRole('dialog', { name: 'second' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'invite' })))
  })

  it('puts the focus into the first field', async () => {
    await renderWithApp(<i />)
    act(() => void openDialog(() => <input aria-label="name" />, { title: 'x' }))
    const field = await screen.findByRole('textbox', { name: 'name' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('puts it into the field that is named once it is loaded', async () => {
    function Late() {
      const [isHere, setHere] = useState(false)
      useEffect(() => {
        const timer = setTimeout(() => setHere(true), 30)
        return () => clearTimeout(timer)
      }, [])
      return isHere ? <input aria-label="late" data-first-focus /> : <p>loading</p>
    }
    await renderWithApp(<i />)
    act(() => void openDialog(() => <Late />, { title: 'x' }))
    const field = await screen.findByRole('textbox', { name: 'late' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('gives the focus to what stands beside an opener that is gone', async () => {
    function Rows() {
      const root = useRef<HTMLUListElement>(null)
      useKeptFocus(root)
      const [rows, setRows] = useState(['one', 'two'])
      const ask = (row: string) =>
        void openDialog(
          ({ close }) => (
            <button
              onClick={() => {
                setRows(rows.filter((each) => each !== row))
                close()
              }}
            >
              delete
            </button>
          ),
          { title: row },
        )
      return (
        <ul ref={root}>
          {rows.map((row) => (
            <li key={row}>
              <button onClick={() => ask(row)}>{row}</button>
            </li>
          ))}
        </ul>
      )
    }
    const { user } = await renderWithApp(<Rows />)
    await user.click(screen.getByRole('button', { name: 'one' }))
    await user.click(await screen.findByRole('button', { name: 'delete' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'two' })))
  })

  it('closes from inside and tells the opener once', async () => {
    const onClose = vi.fn()
    const { user } = await renderWithApp(<i />)
    let controls = { close: () => {} }
    act(() => {
      controls = openDialog(({ close }) => <button onClick={close}>done</button>, { title: 'x', onClose })
    })
    await user.click(await screen.findByRole('button', { name: 'done' }))
    controls.close()
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(useDialogs.getState().dialogs).toEqual([])
  })

  it('hides with its tab and comes back with it', async () => {
    await renderWithApp(<i />)
    act(() => {
      useDialogs.getState().setActiveTab('a')
      openDialog(() => <p>draft</p>, { title: 'x', tab: 'a' })
    })
    await screen.findByRole('dialog')
    act(() => useDialogs.getState().setActiveTab('b'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => useDialogs.getState().setActiveTab('a'))
    await screen.findByRole('dialog')
  })

  it('an alert box is titled 错误提示 unless named', async () => {
    const { user } = await renderWithApp(<i />)
    act(() => alertBox(undefined, '出错了'))
    await screen.findByRole('dialog', { name: '错误提示' })
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the Tab key in a dialog', () => {
  it('stays inside, both ways', async () => {
    const { user } = await renderWithApp(<button>behind</button>)
    act(() => void openDialog(() => <input aria-label="only" />, { title: 'x' }))
    const field = await screen.findByRole('textbox', { name: 'only' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    const cross = screen.getByRole('button', { name: '关闭' })
    await user.keyboard('{Tab}')
    expect(document.activeElement).toBe(cross)
    await user.keyboard('{Shift>}{Tab}{/Shift}')
    expect(document.activeElement).toBe(field)
  })

  it('goes round past radios that it does not reach', async () => {
    await renderWithApp(<button>behind</button>)
    act(
      () =>
        void openDialog(
          () => (
            <>
              <input type="radio" name="pace" aria-label="slow" defaultChecked />
              <input type="radio" name="pace" aria-label="fast" />
            </>
          ),
          { title: 'x' },
        ),
    )
    const slow = await screen.findByRole('radio', { name: 'slow' })
    await waitFor(() => expect(document.activeElement).toBe(slow))
    expect(fireEvent.keyDown(slow, { key: 'Tab' })).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '关闭' }))
  })

  it('is left to a field that has a use for it', async () => {
    await renderWithApp(<button>behind</button>)
    act(
      () =>
        void openDialog(() => <input aria-label="code" onKeyDown={(event) => event.preventDefault()} />, {
          title: 'x',
        }),
    )
    const code = await screen.findByRole('textbox', { name: 'code' })
    await waitFor(() => expect(document.activeElement).toBe(code))
    fireEvent.keyDown(code, { key: 'Tab' })
    expect(document.activeElement).toBe(code)
  })
})
