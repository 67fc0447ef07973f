import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { QD1, openFrames } from '@qd/game-frame'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { acceptInvitation, invitePerson } from '../support/invite-person.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, selectServer } from '../support/steps.ts'

/* Bots for people who may do nothing else. */

const LONG_MS = 40_000
const BOTS = 'mock.simulator.bots'
const words = WORDS.en
let world: World
let game: WebSocketServer

beforeAll(async () => {
  game = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  game.on('connection', (socket) => {
    const frames = openFrames(QD1)
    socket.on('message', (bytes: Buffer) => {
      for (const { cmd, seq, body } of frames.push('request', bytes).frames)
        socket.send(frames.encode('reply', { cmd, seq, status: 0, body }))
    })
  })
  const [started] = await Promise.all([startWorld(), once(game, 'listening')])
  world = started
})
afterAll(async () => {
  game.close()
  await world.end()
})

/** A line without servers, that has the game as a record. */
async function makeLineOfRecords(): Promise<void> {
  const admin = await world.running.signIn('admin')
  const address = `127.0.0.1:${(game.address() as AddressInfo).port}`
  const lineId = 'harbour-records'
  const line = { game: 'lantern', partnerCode: 'harbour', lineId, lineCode: 'rec', name: 'Records' }
  const answers = [
    await admin.post('/platform/catalogue/line/save', {
      ...line,
      environment: 'dev',
      channels: [],
      revision: 0,
      reason: 'bots',
    }),
    await admin.post('/platform/simulator/address/save', { lineId, hosts: [address], revision: 0 }),
    await admin.post('/platform/simulator/record/save', {
      lineId,
      name: 'Echo game',
      url: `ws://${address}`,
      layout: QD1,
      enter: null,
      files: [{ path: 'game.proto', text: 'syntax = "proto3"; message Ping { int32 n = 1; }' }],
      commands: { kind: 'csv', text: 'cmd,name,req,res,push\n5,Ping,Ping,Ping,\n' },
    }),
  ]
  expect(answers.map(({ http, body }) => (http === 200 ? '' : body.msg))).toEqual(['', '', ''])
}

async function play(page: Page): Promise<void> {
  const view = inView(page)
  await view.getByRole('spinbutton', { name: 'Clients' }).fill('3')
  await view.getByRole('spinbutton', { name: 'At most passes' }).fill('6')
  await button(page, 'Run').click()
  await page.waitForURL(/#\/mock\/bots\/./)
  await view.getByText('Passes: 6 went well, 0 failed').waitFor({ timeout: LONG_MS })
}

test('somebody who may run bots and nothing else plays the server of their line and reads the report', async () => {
  const scope = 'lantern/northwind/northwind-test'
  const link = await invitePerson(world.running, { username: 'loadtester', codes: [BOTS], scope })
  const { page, complaints, context } = await world.visit({ language: 'en' })
  await acceptInvitation(page, link)
  await selectServer(page, words, { operator: 'Northwind', line: '测试线', server: 'S123' })
  await page.goto('/#/mock/bots')
  await play(page)
  const view = inView(page)
  await view.getByRole('cell', { name: 'All commands' }).waitFor()
  expect(await view.getByText('Player state before and after the run').count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await view.getByText('Passes: 6 went well, 0 failed').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a line without servers opens the page too, and plays its game record', async () => {
  await makeLineOfRecords()
  const codes = [BOTS, 'mock.simulator.connect']
  const link = await invitePerson(world.running, {
    username: 'recordtester',
    codes,
    scope: 'lantern/harbour/harbour-records',
  })
  const { page, complaints, context } = await world.visit({ language: 'en' })
  await acceptInvitation(page, link)
  await page.goto('/#/mock/bots')
  const view = inView(page)
  // There is nothing else to play.
  await view.getByRole('button', { name: /^Target: Echo game/ }).waitFor()
  await view.getByRole('radio', { name: 'Text' }).click()
  await view.getByRole('textbox', { name: 'Scenario as text' }).fill('scenario "Echo"\nsend Ping {"n":3}')
  await play(page)
  await view.getByRole('cell', { name: '5 Ping' }).waitFor()
  await view.getByRole('row', { name: /Echo game/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
