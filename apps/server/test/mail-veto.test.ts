import { startLyingGame } from '@qd/adapter-standard/testing'
import type { LyingGame } from '@qd/adapter-standard/testing'
import type { ApprovalDetail } from '@qd/approvals/contract'
import { BYTES_TYPE } from '@qd/contract-kit'
import { whenHeard } from '@qd/jobs/testing'
import type { MailRecord } from '@qd/mail/contract'
import { world } from '@qd/sandbox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailDraft, mailKey, proven, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

/* A mail that is vetoed while it is being sent, through the whole console, to a game server that takes its time. */

const AT = '?lineId=northwind-test'
const PLAYERS = 4_000
const uIds = Array.from({ length: PLAYERS }, (_, index) => String(30_123_100_000 + index))

let game: LyingGame
let running: TestConsole
let admin: Speaker
let reviewer: Speaker
beforeAll(async () => {
  game = await startLyingGame()
  game.honest.capabilities = ['mail.list', 'players.query']
  const [one] = game.honest.players.values()
  for (const uId of uIds) game.honest.players.set(uId, { ...one!, uId })
  running = await startTestConsole({ QD_SANDBOX: 'off', QD_LOGIN_GET: 'off' })
  await running.access.access.ensureBuiltInRoles(running.catalogue())
  await running.session.seedAccounts(world.accounts, world.accountPassword)
  await running.gameCatalogue.seed(world, [game.target])
  await running.approvals.seed([
    {
      name: 'Mails',
      isActive: true,
      match: {
        effects: [],
        types: ['mail.send'],
        environments: [],
        scopes: [],
        leastRisk: 'R0',
        limits: null,
      },
      stages: [{ name: 'Review', need: 1, groups: [] }],
      differentPeople: true,
      decideWithinHours: 72,
    },
  ])
  admin = await running.signIn('admin')
  reviewer = await running.signIn('reviewer')
})
afterAll(async () => {
  await running.dispose()
  await game.stop()
})

async function ask<T>(as: Speaker, path: string, body: object): Promise<T> {
  const answer = await proven(as, () => as.post<T>(path, body))
  expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
  return answer.body.data
}
const mail = (id: string) => ask<MailRecord>(admin, `/partner/mail/get${AT}`, { id })
const got = (id: string) => uIds.filter((uId) => game.honest.mail.stateOf(id, uId) === 'delivered').length

test('a veto stops a mail that is being sent at its next chunk, and says who got it', async () => {
  const draft = aMailDraft({ sendType: 4, playerObj: [] })
  const { id } = await ask<{ id: string }>(admin, `/partner/mail/save${AT}`, { draft })
  const list = Buffer.from(`uId\n${uIds.join('\n')}\n`)
  const path = `${running.url}/partner/mail/upload${AT}&id=${id}&revision=1&name=list.csv`
  const headers = { token: admin.token ?? '', 'content-type': BYTES_TYPE }
  expect((await fetch(path, { method: 'POST', headers, body: new Uint8Array(list) })).status).toBe(200)
  const { revision, contentHash } = await mail(id)
  const input = {
    query: { lineId: 'northwind-test' },
    body: { id, revision, contentHash, idempotencyKey: mailKey() },
  }
  const order = { route: 'POST /partner/mail/release', input, reason: 'ticket 7' }
  const handed = await admin.postText<{ id: string; hash: string }>('/platform/approvals/submit', order, '')
  expect(handed.http, handed.body.msg).toBe(200)
  const request = { id: handed.body.data.id, hash: handed.body.data.hash }
  await ask(reviewer, '/platform/approvals/vote', { ...request, decision: 'approve' })
  const letGo = game.hold('mailBatch', 2)
  await ask(admin, '/platform/approvals/execute', request)
  await expect.poll(() => got(id)).toBe(200)
  await expect.poll(async () => (await mail(id)).state).toBe('sending')
  const heard = whenHeard(running.store.as(), 'cancelling')
  await ask(admin, '/platform/approvals/veto', { ...request, reason: 'the wrong item' })
  await heard
  letGo()
  await expect.poll(async () => (await mail(id)).state).toBe('cancelled')
  const { progress, approval } = await mail(id)
  const reached = got(id)
  // Two had passed, and one or two were under way.
  expect([300, 400]).toContain(reached)
  expect(progress).toMatchObject({ delivered: reached, failed: 0, unknown: 0, waiting: PLAYERS - reached })
  expect(approval).toMatchObject({ state: 'vetoed' })
  const ended = async () =>
    (await ask<ApprovalDetail>(admin, '/platform/approvals/get', { id: request.id })).execution
  await expect.poll(ended).toBe('cancelled')
})
