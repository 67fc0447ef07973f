import { GameClient } from '@qd/sandbox/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, signIn, spoken } from '../support/steps.ts'

const TEXTS = {
  cn: {
    silent: '失联',
    refresh: '刷新',
    state: '区服状态',
    maintenance: '维护中',
    open: '开放',
    message: '给玩家的话',
    allow: '仍可进入的人',
    change: '修改状态',
    servers: '区服一览',
    peak: '24 小时峰值',
    online: /^近 24 小时在线人数/,
  },
  en: {
    silent: 'Silent',
    refresh: 'Refresh',
    state: 'Server state',
    maintenance: 'Maintenance',
    open: 'Open',
    message: 'Message to players',
    allow: 'Who may enter all the same',
    change: 'Change state',
    servers: 'Servers',
    peak: '24 h peak',
    online: /^Players online in the last 24 hours/,
  },
}

let world: World

beforeAll(async () => {
  world = await startWorld({ hasQuickHeartbeats: true })
})
afterAll(() => world.end())

interface Shown {
  sId: number
  silentSince: number | null
  heardAt: number | null
  state: string | null
}

/** Waits until the console knows this of a server, and by that every node. */
async function until(sId: number, isSo: (server: Shown) => boolean): Promise<void> {
  const admin = await world.running.signIn('admin')
  const ask = async () => {
    const { body } = await admin.post<Shown[]>('/adjust/server/states', { game: 'lantern' })
    return body.data.some((server) => server.sId === sId && isSo(server))
  }
  await expect.poll(ask, { timeout: 30_000, interval: 250 }).toBe(true)
}

async function enter(deviceId: string) {
  const target = world.running.sandbox!.servers.find(({ sId }) => sId === 124)!
  const client = await GameClient.open(target)
  const { status, body } = await client.enter(deviceId)
  await client.close()
  return { status, msg: body['msg'] }
}

describe.each(spoken('cn'))('a server that speaks for itself, %s', (language) => {
  const texts = TEXTS[language]

  test('[S2.06] it falls silent when it stops, is back when it starts, and maintenance keeps players out', async () => {
    const { page, complaints, context } = await world.visit({ language })
    await until(124, ({ heardAt, silentSince }) => heardAt !== null && silentSince === null)
    await signIn(page, 'operator')
    const row = page.getByRole('button', { name: /^S124 琥珀礁/ })
    await row.click()
    const card = page.getByRole('region', { name: /^S124 琥珀礁/ })
    await card.getByText(texts.peak).waitFor()
    await card.getByRole('img', { name: texts.online }).waitFor()

    await world.running.sandbox!.stopServer(124)
    await until(124, ({ silentSince }) => silentSince !== null)
    await button(page, texts.refresh).click()
    await card.getByText(texts.silent, { exact: true }).waitFor()
    await row.getByText(texts.silent, { exact: true }).waitFor()

    await world.running.sandbox!.startServer(124)
    await until(124, ({ silentSince }) => silentSince === null)
    // It may send its heartbeat before it answers the console.
    const isBack = async () => {
      await button(page, texts.refresh).click()
      return button(page, texts.state).isVisible()
    }
    await expect.poll(isBack, { interval: 500, timeout: 30_000 }).toBe(true)
    await card.getByText(texts.silent, { exact: true }).waitFor({ state: 'detached' })

    await button(page, texts.state).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: texts.maintenance }).click()
    await dialog.getByLabel(texts.message).fill('Back at noon')
    await dialog.getByLabel(texts.allow).fill('tester-phone')
    await dialog.getByRole('button', { name: texts.change }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText(texts.maintenance, { exact: true }).waitFor()
    expect(await enter('some-phone')).toEqual({ status: 1, msg: 'Back at noon' })
    expect((await enter('tester-phone')).status).toBe(0)

    await button(page, texts.state).click()
    await dialog.getByRole('radio', { name: texts.open }).click()
    await dialog.getByRole('button', { name: texts.change }).click()
    await card.getByText(texts.maintenance, { exact: true }).waitFor({ state: 'detached' })
    expect((await enter('some-phone')).status).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
