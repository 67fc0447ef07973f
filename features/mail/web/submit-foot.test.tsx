import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, showWideScreen } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { mailChecks, mailGet } from '../contract/index.ts'
import { aMail, checks, draftCalls, open, openChecks, reader } from './testing/mail-world.tsx'

const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: '发送邮件' })
const panel = async () => within(await screen.findByRole('region', { name: '检查' }))

it('keeps reason and sending out of what scrolls beside the form', async () => {
  showWideScreen()
  fakeApi(draftCalls())
  await open('/email/m1')
  const foot = (await submit()).closest('footer')!
  expect(within(foot).getByRole('textbox', { name: '原因' })).toBeTruthy()
  const looked = await (await panel()).findByText('标题与正文齐全')
  expect(foot.parentElement!.contains(looked)).toBe(true)
  expect(foot.contains(looked)).toBe(false)
})

it('says that checks run while nobody knows yet what is in the way', async () => {
  showWideScreen()
  const found = Promise.withResolvers<ReturnType<typeof checks>>()
  fakeApi([...draftCalls(), fake(mailChecks, () => found.promise)])
  await open('/email/m1')
  expect((await submit()).disabled).toBe(true)
  expect(within((await submit()).closest('footer')!).getByRole('status').textContent).toBe('正在检查…')
  found.resolve(checks('超过上限：钻石'))
  const foot = within((await submit()).closest('footer')!)
  expect(await foot.findByText('超过上限：钻石')).toBeTruthy()
})

it('says that it is handed in for approval where somebody has to agree first', async () => {
  showWideScreen()
  fakeApi(draftCalls())
  const approvers: WebFeature = {
    name: 'approvals',
    pages: [],
    slots: {
      approvers: ({ onKnown }) => <button onClick={() => onKnown?.(true)}>asked</button>,
    },
  }
  const { user } = await open('/email/m1', undefined, 'cn', [approvers])
  await submit()
  await user.click(await screen.findByRole('button', { name: 'asked' }))
  await user.type(screen.getByRole('textbox', { name: '原因' }), 'OPS-9')
  await user.click(await screen.findByRole('button', { name: '送交审批' }))
  expect(screen.queryByRole('button', { name: '发送邮件' })).toBeNull()
  expect(within(await screen.findByRole('dialog')).getByText(/批准后发送/)).toBeTruthy()
})

it('counts on the handle of the drawer what is not in order', async () => {
  fakeApi(draftCalls('超过上限：钻石'))
  const { user } = await open('/email/m1')
  expect(await screen.findByRole('button', { name: '检查 1' })).toBeTruthy()
  await openChecks(user)
  expect((await submit()).closest('footer')).toBeTruthy()
})

it('shows a request at the foot in the place of sending', async () => {
  showWideScreen()
  const approval = { requestId: 'r1', number: 7, state: 'pending' as const }
  fakeApi([...draftCalls(), fake(mailGet, () => aMail({ state: 'pending', approval }))])
  await open('/email/m1')
  const request = await screen.findByRole('button', { name: /#7/ })
  expect(request.closest('footer')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '原因' })).toBeNull()
})

it('has no foot for a reader', async () => {
  showWideScreen()
  fakeApi(draftCalls())
  await open('/email/m1', reader)
  await (await panel()).findByText('标题与正文齐全')
  expect(screen.queryByRole('button', { name: '发送邮件' })).toBeNull()
})

it.each(['名称', '发件人', '标题', '正文'])('shows what the field is for: %s', async (name) => {
  fakeApi(draftCalls())
  await open('/email/m1')
  const box = await screen.findByRole('textbox', { name })
  expect(document.querySelector(`label[for="${box.id}"]`)?.textContent).toBe(name)
})
