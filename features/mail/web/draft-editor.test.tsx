import { setNavigator } from '@qd/web-base'
import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mailClone, mailGet, mailList, mailRelease, mailSave } from '../contract/index.ts'
import { aMail, draftCalls, open, openChecks, reader } from './testing/mail-world.tsx'

const template = {
  ...aMail({ id: 't1', name: '周末礼', isTemplate: true, tags: ['周末'] }),
  playerObj: [],
  players: null,
  title: '周末快乐',
  content: '模板正文',
  attachKinds: 0,
}
const templateDraft = {
  ...template.draft,
  content: { cn: { title: '周末快乐', body: '模板正文' } },
  tags: ['周末'],
  playerObj: [{ id: '30999000001' }],
}
const withTemplates = () => [
  ...draftCalls(),
  fake(mailGet, ({ body }) =>
    body.id === 't1' ? aMail({ id: 't1', isTemplate: true, draft: templateDraft }) : aMail(),
  ),
]
const titleBox = () => screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })

it('says how long the texts are where one byte is said in other words than two', async () => {
  fakeApi(draftCalls())
  await open('/email/m1', undefined, 'en')
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  const bytes = new TextEncoder().encode(title.value).length
  expect(screen.getAllByText(`${bytes} bytes`).length).toBeGreaterThan(0)
})

describe('templates in the editor', () => {
  it('takes text and tags of a template over, and leaves the players as they are', async () => {
    const api = fakeApi([
      ...withTemplates(),
      fake(mailList, () => ({ list: [template], next: null })),
      fake(mailSave, () => ({ id: 'm1', revision: 4 })),
    ])
    const { user } = await open('/email/m1')
    await user.click(await screen.findByRole('button', { name: '套用模板' }))
    await user.click(await screen.findByRole('button', { name: /^套\s?用$/ }))
    await waitFor(async () => expect((await titleBox()).value).toBe('周末快乐'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(api.callsOf(mailList)[0]).toMatchObject({ body: { isTemplate: true } })
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    expect(api.callsOf(mailSave)[0]).toMatchObject({
      body: {
        id: 'm1',
        draft: { name: '召回礼', playerObj: [{ id: '30123000045' }], tags: ['周末'] },
      },
    })
  })

  it('says that there is none yet, and why the list cannot be read', async () => {
    const api = fakeApi([...draftCalls(), fake(mailList, () => ({ list: [], next: null }))])
    const { user } = await open('/email/m1')
    await user.click(await screen.findByRole('button', { name: '套用模板' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('还没有模板')).toBeTruthy()
    api.on(mailList, () => new FakeFailure(422, 'wrong', '出错了'))
    await user.type(dialog.getByRole('searchbox'), '礼')
    expect(await dialog.findByText(/出错了/)).toBeTruthy()
  })

  it('keeps a mail as a template under a name, once it is saved', async () => {
    const api = fakeApi([
      ...draftCalls(),
      fake(mailSave, () => ({ id: 'm1', revision: 4 })),
      fake(mailClone, () => ({ id: 't2', revision: 1 })),
    ])
    const { user } = await open('/email/m1')
    await user.type(await titleBox(), '!')
    await user.click(screen.getByRole('button', { name: '更多操作' }))
    await user.click(screen.getByRole('menuitem', { name: '存为模板' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(api.callsOf(mailSave)).toHaveLength(1)
    const name = dialog.getByRole('textbox', { name: /名称/ })
    await user.clear(name)
    await user.type(name, '召回模板')
    await user.click(dialog.getByRole('button', { name: '存为模板' }))
    await waitFor(() => expect(api.callsOf(mailClone)).toHaveLength(1))
    expect(api.callsOf(mailClone)[0]).toMatchObject({
      body: { id: 'm1', isTemplate: true, name: '召回模板' },
    })
    expect(await screen.findByText('已存为模板')).toBeTruthy()
  })

  it('makes no copy of what could not be saved', async () => {
    const api = fakeApi([
      ...draftCalls(),
      fake(mailSave, () => new FakeFailure(409, 'mail_changed', '已被他人保存')),
      fake(mailClone, () => ({ id: 'm2', revision: 1 })),
    ])
    const { user } = await open('/email/m1')
    await user.type(await titleBox(), '!')
    await user.click(screen.getByRole('button', { name: '更多操作' }))
    await user.click(screen.getByRole('menuitem', { name: '复制' }))
    expect(await screen.findByText(/你输入的内容仍在这里/)).toBeTruthy()
    expect(api.callsOf(mailClone)).toEqual([])
  })

  it('copies a draft and opens the copy', async () => {
    const api = fakeApi([...draftCalls(), fake(mailClone, () => ({ id: 'm2', revision: 1 }))])
    const gone: string[] = []
    const { user } = await open('/email/m1')
    setNavigator((to) => void gone.push(to))
    await titleBox()
    await user.click(screen.getByRole('button', { name: '更多操作' }))
    await user.click(screen.getByRole('menuitem', { name: '复制' }))
    await waitFor(() => expect(gone).toEqual(['/email/m2']))
    expect(api.callsOf(mailClone)[0]).toMatchObject({ body: { id: 'm1', isTemplate: false } })
  })

  it('offers nothing of it to a reader', async () => {
    fakeApi(draftCalls())
    await open('/email/m1', reader)
    await titleBox()
    expect(screen.queryByRole('button', { name: '套用模板' })).toBeNull()
    expect(screen.queryByRole('button', { name: '更多操作' })).toBeNull()
  })
})

describe('tags', () => {
  it('are typed one by one and saved, each once', async () => {
    const api = fakeApi([...draftCalls(), fake(mailSave, () => ({ id: 'm1', revision: 4 }))])
    const { user } = await open('/email/m1')
    const tags = await screen.findByRole('combobox', { name: '标签' })
    await user.type(tags, '召回,十一月,召回,')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    expect(api.callsOf(mailSave)[0]).toMatchObject({ body: { draft: { tags: ['召回', '十一月'] } } })
  })
})

describe('keys of the editor', () => {
  it('saves with Ctrl+S, also out of a text box, and only what was changed', async () => {
    const api = fakeApi([...draftCalls(), fake(mailSave, () => ({ id: 'm1', revision: 4 }))])
    const { user } = await open('/email/m1')
    await user.click(await titleBox())
    await user.keyboard('{Control>}s{/Control}')
    expect(api.callsOf(mailSave)).toEqual([])
    await user.keyboard('!{Control>}s{/Control}')
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    expect(api.callsOf(mailSave)[0]).toMatchObject({ body: { id: 'm1', revision: 3 } })
  })

  it('keeps what is typed while it saves, and saves that over the new revision', async () => {
    let saved = aMail()
    const first = Promise.withResolvers<void>()
    const api = fakeApi([
      ...draftCalls(),
      fake(mailGet, () => saved),
      fake(mailSave, async () => {
        if (saved.revision === 3) await first.promise
        saved = aMail({ revision: saved.revision + 1, tags: ['saved'] })
        return { id: 'm1', revision: saved.revision }
      }),
    ])
    const { user } = await open('/email/m1')
    const title = await titleBox()
    await user.click(title)
    await user.keyboard('!{Control>}s{/Control}')
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    await user.keyboard('?{Control>}s{/Control}')
    expect(api.callsOf(mailSave)).toHaveLength(1)
    first.resolve()
    await screen.findByText('已保存')
    expect(title.value).toMatch(/!\?$/)
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(2))
    const content = { cn: { title: '欢迎 {name}!?', body: '正文' } }
    expect(api.callsOf(mailSave)[1]).toMatchObject({ body: { revision: 4, draft: { content } } })
  })

  it('saves nothing with Ctrl+S for a reader', async () => {
    const api = fakeApi([...draftCalls(), fake(mailSave, () => ({ id: 'm1', revision: 4 }))])
    const { user } = await open('/email/m1', reader)
    await titleBox()
    await user.keyboard('{Control>}s{/Control}')
    expect(api.callsOf(mailSave)).toEqual([])
  })

  it('goes to the reason beside the checks with Ctrl+Enter', async () => {
    const api = fakeApi([
      ...draftCalls(),
      fake(mailRelease, () => ({ jobId: 'j', players: 1, replayed: false })),
    ])
    const { user } = await open('/email/m1')
    await user.click(await titleBox())
    await user.keyboard('{Control>}{Enter}{/Control}')
    const reason = await screen.findByRole('textbox', { name: '原因' })
    await waitFor(() => expect(document.activeElement).toBe(reason))
    await user.keyboard('OPS-1{Enter}')
    const asked = await screen.findByText(/封存名单与内容/)
    const dialog = within(asked.closest<HTMLElement>('[role="dialog"]')!)
    await user.click(dialog.getByRole('button', { name: '发送邮件' }))
    await waitFor(() => expect(api.callsOf(mailRelease)).toHaveLength(1))
    expect(api.callsOf(mailRelease)[0]).toMatchObject({ body: { reason: 'OPS-1', contentHash: 'c1' } })
  })

  it('sends nothing by Enter while a check fails', async () => {
    fakeApi(draftCalls('超过上限：钻石'))
    const { user } = await open('/email/m1')
    await openChecks(user)
    await user.type(await screen.findByRole('textbox', { name: '原因' }), 'OPS-1{Enter}')
    expect(screen.queryByText(/封存名单与内容/)).toBeNull()
  })
})
