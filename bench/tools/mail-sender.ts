import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BYTES_TYPE, JSON_TYPE } from '@qd/contract-kit'
import type { MailDraft, MailRecord } from '@qd/mail/contract'
import { world } from '@qd/sandbox'
import type { ReadyProcess } from './ready-process.ts'

const LINE = 'lineId=northwind-test'
const DAY_MS = 86_400_000

async function answerOf<T>(path: string, sent: Promise<Response>): Promise<T> {
  const answer = await sent
  const { data, msg } = (await answer.json()) as { data: T; msg: string }
  if (!answer.ok) throw new Error(`${path}: ${msg}`)
  return data
}

/** The console as a program speaks to it that sends mail. */
export class MailSender {
  readonly #url: string
  #token = ''

  private constructor(url: string) {
    this.#url = url
  }

  static async signIn({ url }: ReadyProcess): Promise<MailSender> {
    const sender = new MailSender(url)
    const login = { username: 'admin', password: world.accountPassword }
    const { token } = await sender.ask<{ token: string }>('/api/auth/login', login)
    sender.#token = token
    return sender
  }

  ask<T>(path: string, body: object): Promise<T> {
    const headers = { token: this.#token, 'content-type': JSON_TYPE }
    return answerOf<T>(path, fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  async #sendFile(bytes: Buffer): Promise<string> {
    const use = { use: 'mail.recipients', name: 'players.csv', size: bytes.length }
    const { fileId, partBytes } = await this.ask<{ fileId: string; partBytes: number }>(
      '/platform/file/begin',
      use,
    )
    for (let offset = 0; offset < bytes.length; offset += partBytes) {
      const path = `/platform/file/part?fileId=${fileId}&offset=${String(offset)}`
      const headers = { token: this.#token, 'content-type': BYTES_TYPE }
      const body = new Uint8Array(bytes.subarray(offset, offset + partBytes))
      await answerOf(path, fetch(this.#url + path, { method: 'POST', headers, body }))
    }
    await this.ask('/platform/file/finish', { fileId })
    return fileId
  }

  /** A mail to players of a file, ready to be released; gives its id. */
  async prepare(
    uIds: readonly string[],
    sIds: readonly number[],
    attach: MailDraft['attach'] = [],
  ): Promise<string> {
    const fileId = await this.#sendFile(Buffer.from(`uId\n${uIds.join('\n')}\n`))
    const draft: MailDraft = {
      name: 'bench',
      sendType: 4,
      emailType: 'compensation',
      playerObj: [],
      serverId: [...sIds],
      content: { cn: { title: '补偿', body: '补偿' }, en: { title: 'Sorry', body: 'Sorry' } },
      fallback: 'cn',
      sender: {},
      attach,
      sendAt: null,
      expireAt: Date.now() + 10 * DAY_MS,
      where: {},
      exclude: [],
      tags: [],
    }
    const { id, revision } = await this.ask<{ id: string; revision: number }>(`/partner/mail/save?${LINE}`, {
      draft,
    })
    const columns = { uId: 0, hasHead: true }
    await this.ask(`/partner/mail/import?${LINE}`, { id, revision, fileIds: [fileId], columns })
    return id
  }

  mail(id: string): Promise<MailRecord> {
    return this.ask<MailRecord>(`/partner/mail/get?${LINE}`, { id })
  }

  async release(id: string): Promise<string> {
    const { revision, contentHash } = await this.mail(id)
    const order = { id, revision, contentHash, reason: 'bench', idempotencyKey: randomUUID() }
    return (await this.ask<{ jobId: string }>(`/partner/mail/release?${LINE}`, order)).jobId
  }

  /** Resolves when the job has ended; one that paused because a server was away is told to go on. */
  async ended(jobId: string): Promise<void> {
    for (;;) {
      const { state } = await this.ask<{ state: string }>('/platform/job/get', { jobId })
      if (state === 'succeeded') return
      if (state === 'paused') await this.ask('/platform/job/resume', { jobId })
      else if (!['queued', 'running'].includes(state)) throw new Error(`the job ended as ${state}`)
      await sleep(50)
    }
  }
}
