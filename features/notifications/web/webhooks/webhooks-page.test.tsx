import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  webhookDeliveries,
  webhookList,
  webhookRemove,
  webhookRenew,
  webhookSave,
  webhookTest,
} from '../../contract/index.ts'
import type { DeliveryView, WebhookView } from '../../contract/index.ts'
import WebhooksPage from './webhooks-page.tsx'

/** Keeps webhooks, and may not open networks. */
const keeper = testUser({
  roles: ['developer'],
  grants: [{ scope: 'lantern', environment: '*', codes: ['webhooks.edit'] }],
})

const aWebhook = (part: Partial<WebhookView> = {}): WebhookView => ({
  id: 'w1',
  version: 3,
  name: '值班群',
  scope: 'lantern',
  place: ['灯海'],
  kinds: ['jobs.ended'],
  shape: 'json',
  lang: 'cn',
  origin: 'https://hooks.example',
  allowPrivate: false,
  allowLoopback: false,
  isOn: true,
  isOffByFailure: false,
  isOffByRights: false,
  savedBy: 'mei',
  isSigned: true,
  failsSince: null,
  lastSentAt: null,
  waiting: 0,
  ...part,
})
const aDelivery = (part: Partial<DeliveryView> = {}): DeliveryView => ({
  id: 'd1',
  title: '作业结束',
  state: 'sent',
  tries: 1,
  createdAt: 1_800_000_000_000,
  at: 1_800_000_000_000,
  status: 200,
  fault: '',
  ...part,
})

async function show(list: WebhookView[], deliveries: DeliveryView[] = []) {
  const kinds = [{ kind: 'jobs.ended', name: '作业结束' }]
  const api = fakeApi(
    [
      fake(webhookList, () => ({ list, kinds })),
      fake(webhookDeliveries, () => ({ list: deliveries })),
      fake(webhookSave, () => ({ id: 'w9', version: 1, secret: 'qdwh_shown-once' })),
      fake(webhookTest, () => null),
      fake(webhookRemove, () => null),
      fake(webhookRenew, () => ({ version: 4, secret: 'qdwh_another' })),
    ],
    { isGuarded: true },
  )
  return { ...(await renderWithApp(<WebhooksPage />, { user: keeper, path: '/webhooks' })), api }
}

describe('the page of webhooks', () => {
  it('a new one is sent as typed; its secret is shown once', async () => {
    const { api, user } = await show([])
    await screen.findByText('还没有 Webhook')
    await user.click(screen.getAllByRole('button', { name: /添加 Webhook/ })[0]!)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText(/^名称/), '值班群')
    await user.click(dialog.getByRole('combobox', { name: /事件/ }))
    await user.click(await screen.findByTitle('作业结束'))
    await user.type(dialog.getByLabelText(/^地址/), 'https://hooks.example/x')
    expect(dialog.getByRole<HTMLButtonElement>('switch', { name: '允许内网地址' }).disabled).toBe(true)
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
    await screen.findByText('qdwh_shown-once')
    expect(api.callsOf(webhookSave)[0]?.body).toEqual({
      values: {
        name: '值班群',
        scope: '*',
        kinds: ['jobs.ended'],
        shape: 'json',
        lang: 'cn',
        url: 'https://hooks.example/x',
        feishuSecret: '',
        allowPrivate: false,
        allowLoopback: false,
        isOn: true,
      },
    })
  })

  it('a changed one keeps its address unless another is typed; a refusal stands at its field', async () => {
    const { api, user } = await show([aWebhook()])
    api.on(
      webhookSave,
      () =>
        new FakeFailure(403, 'webhook_kind_forbidden', '你无权查看此类事件', {
          err: { code: 'webhook_kind_forbidden', retryable: false, field: 'values.kinds' },
        }),
    )
    await user.click(await screen.findByRole('button', { name: '行操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '修改 Webhook' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
    await dialog.findByText('你无权查看此类事件')
    expect(api.callsOf(webhookSave)[0]?.body).toMatchObject({ id: 'w1', version: 3, values: { url: '' } })
  })

  it('shows what came of the last deliveries, and sends a test', async () => {
    const { api, user } = await show(
      [aWebhook({ failsSince: 1_800_000_000_000, waiting: 2 })],
      [
        aDelivery({ id: 'd2', state: 'given_up', status: 500, fault: '接收方返回 500', tries: 40 }),
        aDelivery(),
      ],
    )
    await user.click(await screen.findByText('值班群'))
    const panel = within(await screen.findByRole('region', { name: '值班群' }))
    await panel.findByText('已放弃')
    panel.getByText('接收方返回 500')
    panel.getByText('HTTP 500')
    panel.getByText('已送达')
    screen.getByText('失败中')
    await user.click(panel.getByRole('button', { name: '发送测试' }))
    await waitFor(() => expect(api.callsOf(webhookTest)[0]?.body).toEqual({ id: 'w1' }))
  })

  it('asks before one goes, and before its secret is replaced', async () => {
    const { api, user } = await show([aWebhook()])
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: '行操作' }))
      await user.click(await screen.findByRole('menuitem', { name }))
      const dialog = within(await screen.findByRole('dialog', { name }))
      await user.click(dialog.getByRole('button', { name }))
    }
    await choose('更换密钥')
    await screen.findByText('qdwh_another')
    expect(api.callsOf(webhookRenew)[0]?.body).toEqual({ id: 'w1', version: 3 })
    await user.click(screen.getAllByRole('button', { name: /关\s?闭/ }).at(-1)!)
    await choose('删除 Webhook')
    await waitFor(() => expect(api.callsOf(webhookRemove)[0]?.body).toEqual({ id: 'w1', version: 3 }))
  })
})
