import { expect } from 'vitest'
import type { Speaker } from './speak-to.ts'

interface Desk {
  admin: Speaker
  lineId: string
  /** A player of a server that runs there. */
  uId: string
  /** What the gate wants of calls to the line. */
  confirmation: Record<string, string>
}

interface Ready {
  id: string
  revision: number
  contentHash: string
}

const DAY_MS = 86_400_000
/** Nobody's; the game says so when it gets a mail for it. */
const NOBODY = '999999'

let keys = 0
export const mailKey = (): string => `mail-of-test-${++keys}`

/** Writes and sends mails through the calls a page makes. */
export function mailDesk({ admin, lineId, uId, confirmation }: Desk) {
  const at = `?lineId=${lineId}`
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const answer = await admin.post<T>(`/partner/mail/${path}${at}`, body)
    expect([path, answer.http, answer.body.msg]).toEqual([path, 200, ''])
    return answer.body.data
  }

  /** A draft for one player, and for somebody who is not there where wanted; its test send has been. */
  async function ready({ withNobody = false, attach = [] as readonly object[] } = {}): Promise<Ready> {
    const draft = {
      name: 'For the delay',
      sendType: 2,
      emailType: 'compensation',
      playerObj: [{ id: uId }, ...(withNobody ? [{ id: `${uId.slice(0, -NOBODY.length)}${NOBODY}` }] : [])],
      serverId: [],
      content: { en: { title: 'Sorry', body: 'For the delay' } },
      fallback: 'en',
      sender: {},
      attach,
      sendAt: null,
      expireAt: Date.now() + 30 * DAY_MS,
      where: {},
      exclude: [],
      tags: [],
    }
    const { id, revision } = await ask<{ id: string; revision: number }>('save', { draft })
    await ask('test-accounts/add', { uId, label: 'test' })
    const { contentHash } = await ask<{ contentHash: string }>('test', { id, revision, uIds: [uId] })
    return { id, revision, contentHash }
  }

  /** One that has gone: to the player, and not to the other. */
  async function sent(): Promise<string> {
    const body = { ...(await ready({ withNobody: true })), ...confirmation, idempotencyKey: mailKey() }
    await ask('release', body)
    const state = async () => (await ask<{ state: string }>('get', { id: body.id })).state
    await expect.poll(state, { timeout: 60_000 }).toBe('partly_sent')
    return body.id
  }

  return { ready, sent }
}
