import { queryClient, queryKeyOf } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  MAIL_FILES_MAX,
  mailChecks,
  mailColumns,
  mailGet,
  mailImport,
  mailProblems,
  mailUpload,
} from '../contract/index.ts'
import type { RecipientSet } from '../contract/index.ts'
import { aMail, aSet, draftCalls, open, reader } from './testing/mail-world.tsx'

const draft = { ...aMail().draft, sendType: 4 as const, playerObj: [] }
const read: RecipientSet = {
  setId: 's1',
  players: 12_475,
  hash: 'h',
  duplicates: 1,
  problems: 1,
  firstProblems: [
    { line: 208, file: 'a.csv', code: 'repeated', text: '30123000045' },
    { line: 771, file: 'b.xlsx', code: 'no_server', text: '30999000001' },
  ],
  files: [{ name: 'a.csv', rows: 12_480 }],
  servers: [{ sId: 11, name: '', players: 12_475 }],
  vars: ['name'],
  hasOwnAttach: true,
  at: 1,
}
const guess = { uId: 0, hasHead: true, vars: { days: 3 } }
const table = {
  columns: 4,
  rows: [
    ['uid', '昵称', '礼包', 'days'],
    ['30123000045', '沐风', '1001,2', '46'],
  ],
  guess,
}
/** The page of a draft of type 4, whose list is there once it was read. */
function api() {
  let isRead = false
  const answer = () => {
    isRead = true
    return { revision: 4, recipients: read }
  }
  return fakeApi([
    ...draftCalls(),
    fake(mailGet, () => aMail(isRead ? { draft, recipients: read, revision: 4 } : { draft })),
    fake(mailColumns, () => table),
    fake(mailImport, answer),
    fake(mailUpload, answer),
  ])
}
const input = () => screen.findByLabelText<HTMLInputElement>(/选择文件|再加文件/, { selector: 'input' })
const give = async (user: UserEvent, ...files: File[]) => user.upload(await input(), files)
const csv = (name: string) => new File(['uid\n1\n'], name)
const bigger = (name: string, bytes: number) => {
  const file = csv(name)
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const importButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^导\s?入$/ })

describe('what an import comes to', () => {
  it.each([
    [{ of: 151, asked: 151, unknown: 1, unasked: 0 }, '150人会收到'],
    [{ of: 151, asked: 100, unknown: 1, unasked: 0 }, '150人至多会收到'],
    [undefined, '151人会收到'],
  ])('counts nobody whom the game does not know: %j', async (lookup, words) => {
    const set = aSet({ players: 151, ...(lookup === undefined ? {} : { lookup }) })
    fakeApi([...draftCalls(), fake(mailGet, () => aMail({ draft, recipients: set }))])
    await open('/email/m1')
    const figure = await screen.findByText(/^15[01]$/)
    expect(figure.parentElement?.textContent).toBe(words)
  })
})

describe('importing players', () => {
  it('reads one file that fits a form at once, by the names of its columns', async () => {
    const calls = api()
    const { user } = await open('/email/m1')
    await give(user, bigger('a.csv', 10_485_760))
    await user.click(await screen.findByRole('button', { name: /^导\s?入$/ }))
    await waitFor(() => expect(calls.callsOf(mailUpload)).toHaveLength(1))
    expect(calls.callsOf(mailUpload)[0]).toMatchObject({ query: { id: 'm1', revision: '3', name: 'a.csv' } })
    expect(await screen.findByText('12,475')).toBeTruthy()
    expect(calls.callsOf(mailColumns)).toEqual([])
  })

  it('sends a file beyond the limit of forms in parts', async () => {
    const calls = api()
    const { user } = await open('/email/m1')
    await give(user, bigger('a.csv', 10_485_761))
    await user.click(await screen.findByRole('button', { name: 'mail.recipients a.csv' }))
    await screen.findByRole('table', { name: '文件的前几行' })
    await user.click(importButton())
    await waitFor(() => expect(calls.callsOf(mailImport)).toHaveLength(1))
    expect(calls.callsOf(mailUpload)).toEqual([])
    expect(calls.callsOf(mailImport)[0]).toMatchObject({
      body: { id: 'm1', revision: 3, fileIds: ['id-a.csv'], columns: guess },
    })
  })

  it('takes no file that is larger than any list', async () => {
    api()
    const { user } = await open('/email/m1')
    await give(user, bigger('a.csv', 256 * 1_048_576 + 1))
    expect(await screen.findByText(/256/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /a\.csv/ })).toBeNull()
  })

  it('reads several files as one list, with columns mapped to gifts and to variables that were added', async () => {
    const calls = api()
    const { user } = await open('/email/m1')
    await give(user, csv('a.csv'), csv('b.xlsx'), csv('c.csv.gz'))
    for (const name of ['a.csv', 'b.xlsx', 'c.csv.gz'])
      await user.click(await screen.findByRole('button', { name: `mail.recipients ${name}` }))
    expect((await screen.findByRole('table', { name: '文件的前几行' })).textContent).toContain('沐风')
    await user.click(screen.getByRole('combobox', { name: '附件' }))
    await user.click(await screen.findByTitle('礼包'))
    await user.click(screen.getByRole('button', { name: '添加变量' }))
    // The column's own name can be no variable.
    expect(importButton().disabled).toBe(true)
    expect(screen.getByText(/变量名以字母开头/)).toBeTruthy()
    const name = screen.getByRole('textbox', { name: '变量 2 的名称' })
    await user.type(name, 'days')
    expect(importButton().disabled).toBe(true)
    await user.clear(name)
    await user.type(name, 'name')
    await user.click(screen.getByRole('button', { name: '移除 b.xlsx' }))
    await user.click(importButton())
    await waitFor(() => expect(calls.callsOf(mailImport)).toHaveLength(1))
    expect(calls.callsOf(mailImport)[0]).toMatchObject({
      body: {
        fileIds: ['id-a.csv', 'id-c.csv.gz'],
        columns: { uId: 0, attach: 2, vars: { days: 3, name: 1 }, hasHead: true },
      },
    })
    expect(calls.callsOf(mailColumns)).toHaveLength(1)
  })

  it('shows duplicates and unknown ids with file and line, and looks at the checks again', async () => {
    const calls = api()
    const { user } = await open('/email/m1')
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
    await give(user, csv('a.csv'))
    await user.click(await screen.findByRole('button', { name: /^导\s?入$/ }))
    const lines = within((await screen.findByText('a.csv 第 208 行')).closest('ul')!)
    expect(lines.getByText('a.csv 第 208 行').closest('li')?.textContent).toContain('该玩家已在上文出现')
    expect(lines.getByText('b.xlsx 第 771 行').closest('li')?.textContent).toContain('30999000001')
    const result = screen.getByText('重复 1，问题 1').closest<HTMLElement>('[role="status"]')!
    // The button that was pressed is gone: who works by keyboard goes on from what came of it.
    expect(document.activeElement).toBe(result)
    const file = within(result).getByText('a.csv')
    expect(file.nextSibling?.textContent).toMatch(/^[\d,]+ 行$/)
    expect(refreshed).toHaveBeenCalledWith({ queryKey: queryKeyOf(mailChecks) })
    refreshed.mockRestore()
    calls.on(mailProblems, () => new Response('line\r\n'))
    await user.click(screen.getByRole('button', { name: '下载问题行' }))
    await waitFor(() => expect(calls.callsOf(mailProblems)).toHaveLength(1))
  })

  it('says how many the games were asked for, and lists whom nobody has though nothing is left out', async () => {
    const set = {
      ...read,
      duplicates: 0,
      problems: 0,
      firstProblems: [{ line: 12, file: 'a.csv', code: 'unknown', text: '30123999999' }],
      lookup: { of: 12_475, asked: 190, unknown: 1, unasked: 10 },
    }
    fakeApi([...draftCalls(), fake(mailGet, () => aMail({ draft, recipients: set }))])
    await open('/email/m1')
    const told = await screen.findByText(/已查询 190 名，其中 1 名不存在；另有 10 名查询无应答/)
    expect(told.textContent).toMatch(/^12,475 名玩家中/)
    const line = screen.getByText('a.csv 第 12 行').closest('li')
    expect(line?.textContent).toContain('游戏中没有此玩家')
    expect(line?.textContent).toContain('30123999999')
  })

  it('needs a column of players', async () => {
    const calls = api()
    calls.on(mailColumns, () => ({ ...table, guess: { hasHead: true } }))
    const { user } = await open('/email/m1')
    await give(user, csv('a.csv'))
    await user.click(await screen.findByRole('button', { name: '选择列' }))
    await user.click(await screen.findByRole('button', { name: 'mail.recipients a.csv' }))
    expect(await screen.findByText('请为 uId 或 roleId 选择一列。')).toBeTruthy()
    expect(importButton().disabled).toBe(true)
  })

  it('keeps the file where it was refused, so that its columns can be chosen', async () => {
    const calls = api()
    calls.on(mailUpload, () => new FakeFailure(422, 'mail_columns_wrong', '所选列与文件不符'))
    const { user } = await open('/email/m1')
    await give(user, csv('a.csv'))
    await user.click(await screen.findByRole('button', { name: /^导\s?入$/ }))
    expect(await screen.findByText(/所选列与文件不符/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '选择列' })).toBeTruthy()
  })

  it('gives an upload up that was stopped', async () => {
    api()
    const { user } = await open('/email/m1')
    await give(user, csv('a.csv'), csv('b.csv'))
    await user.click(await screen.findByRole('button', { name: 'stop a.csv' }))
    expect(await screen.findByText(/^b\.csv/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /a\.csv/ })).toBeNull()
  })

  it('takes no more files than one import may have', async () => {
    api()
    const { user } = await open('/email/m1')
    await give(user, ...Array.from({ length: MAIL_FILES_MAX }, (_file, index) => csv(`${index}.csv`)))
    await screen.findByRole('button', { name: 'mail.recipients 0.csv' })
    expect(screen.queryByLabelText(/选择文件|再加文件/)).toBeNull()
  })

  it('waits for what was typed to be saved, and offers nothing to a reader', async () => {
    api()
    const { user } = await open('/email/m1')
    await input()
    await user.type(screen.getByRole('textbox', { name: '标题' }), '!')
    expect(screen.getByText('请先保存，再导入。')).toBeTruthy()
    expect(screen.queryByLabelText(/选择文件/)).toBeNull()
  })

  it('offers a reader no file', async () => {
    api()
    await open('/email/m1', reader)
    await screen.findByRole('textbox', { name: '标题' })
    expect(screen.queryByLabelText(/选择文件/)).toBeNull()
  })
})
