import { parseScenario } from '@qd/scenario'
import { unsavedInPage, useUnsaved } from '@qd/web-frame'
import { TEST_SCOPE, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { scenarioSave } from '../../contract/index.ts'
import BotsPage from '../bots-page.tsx'
import { useScenarioDraft } from '../record/scenario-draft.ts'
import { developer, pageFakes, saved } from '../testing/sample-runs.ts'

let api: FakeApi
beforeEach(() => {
  useScenarioDraft.setState({ draft: null })
  api = fakeApi(pageFakes())
})

const open = async () => {
  const { user } = await renderWithApp(<BotsPage />, {
    path: '/mock/bots',
    user: developer,
    scope: TEST_SCOPE,
  })
  await screen.findByRole('textbox', { name: '步骤 1' })
  const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '场景文本' })
  return {
    user,
    text,
    view: (name: '文本' | '列表') => user.click(screen.getByRole('radio', { name })),
    async write(typed: string) {
      await user.click(text())
      text().setSelectionRange(0, text().value.length)
      await user.paste(typed)
    },
    async choose(name: string) {
      await user.click(screen.getByRole('button', { name: /^已保存的场景/ }))
      await user.click(await screen.findByRole('option', { name }))
    },
    async answer(name: RegExp) {
      const dialog = within(await screen.findByRole('dialog', { name: '放弃未保存的内容？' }))
      await user.click(dialog.getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    },
  }
}
const row = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `步骤 ${label}` })
const save = () => screen.getByRole('button', { name: /^保\s?存$/ })
const isMarked = () => unsavedInPage(useUnsaved.getState().counts, '') > 0
const KEEP = /^继续/
const DROP = /^放\s?弃$/

describe('what is typed into a scenario', () => {
  it('stays while it is no scenario: it is not saved, and the list asks before it drops it', async () => {
    const { text, view, write, answer } = await open()
    await view('文本')
    await write('scenario "夜"\nsend')
    expect(save()).toHaveProperty('disabled', true)
    await view('列表')
    await answer(KEEP)
    expect(text().value).toBe('scenario "夜"\nsend')
    await view('列表')
    await answer(DROP)
    expect(row('1').value).toBe('enter device "bot-{{bot}}"')
    expect(save().getAttribute('title')).toBeNull()
  })

  it('gets another name, whatever else is wrong with it', async () => {
    const { user, text, view, write } = await open()
    await view('文本')
    await write('# 登录\nscenario "旧"\nsend')
    const name = screen.getByRole('textbox', { name: '场景名称' })
    await user.clear(name)
    await user.type(name, '$&"新')
    expect(text().value).toBe('# 登录\nscenario "$&\\"新"\nsend')
    await write('send')
    await user.type(name, '!')
    expect(text().value).toBe('scenario "$&\\"新!"\nsend')
  })

  it('stays in its row when steps are added and moved around it, and the text asks before it drops it', async () => {
    const { user, text, view, write, answer } = await open()
    await view('文本')
    await write('scenario "x"\nloop 2\n  sleep 1\n  sleep 2\nend')
    await view('列表')
    await user.type(row('1.2'), '..{Enter}')
    expect(screen.getByText('值的类型不对')).toBeTruthy()
    expect(save()).toHaveProperty('disabled', true)
    await user.type(row('1'), ' x{Enter}')
    await user.click(screen.getAllByRole('button', { name: '上移' })[2]!)
    expect(row('1.1').value).toBe('sleep 2..')
    expect(row('1').value).toBe('loop 2 x')
    await user.type(row('1'), '{Backspace}{Backspace}{Enter}')
    await user.clear(row('1.2'))
    await user.type(row('1.2'), 'sleep 3{Enter}')
    expect(row('1.1').value).toBe('sleep 2..')
    await view('文本')
    await answer(KEEP)
    await user.type(row('1.1'), '4{Enter}')
    await view('文本')
    expect(text().value).toContain('loop 2\n  sleep 2..4\n  sleep 3\nend')
  })

  it('keeps the steps inside a block that becomes another one, and refuses one that has no room', async () => {
    const { user, text, view, write } = await open()
    await view('文本')
    await write('branch $.a exists\n  sleep 1\nelse\n  sleep 2\nend')
    await view('列表')
    const become = async (line: string) => {
      await user.clear(row('1'))
      await user.click(row('1'))
      await user.paste(line)
      await user.keyboard('{Enter}')
    }
    await become('loop 3')
    expect(screen.getByText(/内部的步骤会丢失/)).toBeTruthy()
    await become('random')
    expect(row('1.2.1').value).toBe('sleep 2')
    await user.click(screen.getAllByRole('button', { name: '删除步骤' })[2]!)
    await become('loop 3')
    await view('文本')
    expect(text().value).toBe('scenario ""\n\nloop 3\n  sleep 1\nend\n')
  })
})

describe('a scenario that is not saved', () => {
  it('is not replaced by a saved one, a version or a new one without a question, and marks its tab', async () => {
    const { user, choose, answer } = await open()
    expect(isMarked()).toBe(false)
    await user.type(row('1'), ' timeout 9{Enter}')
    expect(isMarked()).toBe(true)
    await choose('登录')
    await answer(KEEP)
    expect(row('1').value).toBe('enter device "bot-{{bot}}" timeout 9')
    await choose('登录')
    await answer(DROP)
    await waitFor(() => expect(row('1').value).toBe('sleep 7'))
    expect(isMarked()).toBe(false)
    await user.type(row('1'), '7{Enter}')
    await choose('新场景')
    await answer(KEEP)
    await user.click(screen.getByRole('button', { name: /^版本/ }))
    await user.click(await screen.findByRole('option', { name: '版本 1 · lin' }))
    await answer(KEEP)
    expect(row('1').value).toBe('sleep 77')
  })

  it('is kept when it is saved, with what was typed meanwhile', async () => {
    let answerSave = (): void => {}
    const asked: unknown[] = []
    api.on(scenarioSave, async ({ body }) => {
      asked.push(body.scenario)
      await new Promise<void>((resolve) => (answerSave = resolve))
      return { saved: { ...saved, revision: 3 } }
    })
    const { user, choose } = await open()
    await choose('登录')
    await waitFor(() => expect(row('1').value).toBe('sleep 7'))
    await user.type(row('1'), '1{Enter}')
    await user.click(save())
    await user.type(row('1'), '2{Enter}')
    await act(async () => answerSave())
    expect(await screen.findByRole('button', { name: /^版本.*版本 3/ })).toBeTruthy()
    expect(asked).toMatchObject([{ steps: [{ ms: 71 }] }])
    expect(row('1').value).toBe('sleep 712')
    expect(isMarked()).toBe(true)
  })

  it('makes recorded steps wait until somebody decides', async () => {
    const recorded = parseScenario('scenario "录"\nsleep 4000')
    if (!recorded.ok) throw new Error('the test has no scenario')
    const { user, answer } = await open()
    await user.type(row('1'), ' timeout 9{Enter}')
    act(() => useScenarioDraft.setState({ draft: recorded.scenario }))
    await user.click(await screen.findByRole('button', { name: '打开这些步骤' }))
    await answer(KEEP)
    expect(row('1').value).toBe('enter device "bot-{{bot}}" timeout 9')
    await user.click(screen.getByRole('button', { name: '打开这些步骤' }))
    await answer(DROP)
    expect(row('1').value).toBe('sleep 4000')
    expect(screen.queryByText(/有录制的步骤/)).toBeNull()
    // Nothing of it is saved anywhere.
    expect(isMarked()).toBe(true)
  })
})
