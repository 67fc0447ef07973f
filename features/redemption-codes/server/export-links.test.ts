import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codesWorld, codesWorldMigrations } from '@qd/app-server/testing'
import { describeOnBothDatabases } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** More than the buffers between two sockets hold. */
const MANY = 200_000

describeOnBothDatabases('links to codes', codesWorldMigrations, (openStore) => {
  let world: ReturnType<typeof codesWorld>
  let store: Store<never>
  beforeEach(async () => {
    store = await openStore<never>()
    world = codesWorld(store)
    await world.jobs.start()
  })
  afterEach(() => world.stop())

  async function link(quantity: number, exportOnce = true) {
    const { id: batchId } = await world.release({ quantity, exportOnce, length: 13 })
    await expect
      .poll(async () => (await world.get(batchId)).state, { timeout: 90_000, interval: 50 })
      .toBe('active')
    const { url } = await world.post<{ url: string }>('export', { batchId, fileFormat: 'csv' })
    return { batchId, url, isExportable: async () => (await world.get(batchId)).isExportable }
  }

  /** A client on a socket of its own, which reads nothing until it is told to. */
  async function fetchSlowly(url: string): Promise<IncomingMessage> {
    if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as AddressInfo
    const asked = request({ host: '127.0.0.1', port, path: url, headers: { token: 'ann' } })
    asked.on('error', () => undefined).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return answer
  }

  test('of two who fetch codes of "export once" at the same moment one gets them', async () => {
    const { url, isExportable } = await link(20)
    const answers = await Promise.all([world.operator.get(url), world.operator.get(url)])
    const lines = answers.map(({ raw }) => raw.split('\r\n').length)
    expect(lines.filter((count) => count === 22)).toHaveLength(1)
    const refused = answers.find(({ http }) => http !== 200)!
    expect(['code_export_running', 'code_export_gone']).toContain(refused.body.err?.code)
    expect(await isExportable()).toBe(false)
  })

  test('while one node hands them out another refuses, and a download that breaks off leaves them there', async () => {
    const { url, isExportable } = await link(MANY)
    const second = codesWorld(store, world.shared)
    const other = second.signIn('ann')
    const answer = await fetchSlowly(url)
    expect(answer.statusCode).toBe(200)
    expect((await other.get(url)).body.err?.code).toBe('code_export_running')
    answer.destroy()
    await expect.poll(async () => (await other.get(url)).http, { timeout: 30_000, interval: 100 }).toBe(200)
    expect(await isExportable()).toBe(false)
    expect((await other.get(url)).body.err?.code).toBe('code_export_gone')
    await second.stop()
  }, 120_000)

  test('a small download whose connection breaks before it was read leaves the codes there', async () => {
    const { url, isExportable } = await link(20)
    const answer = await fetchSlowly(url)
    answer.socket.resetAndDestroy()
    const whole = async () => (await world.operator.get(url)).http
    await expect.poll(whole, { timeout: 10_000, interval: 100 }).toBe(200)
    expect(await isExportable()).toBe(false)
  })

  test('a changed character, HEAD and another method give nothing; a range gives the whole', async () => {
    const { url, isExportable } = await link(5)
    const sign = new URL(url, 'http://console').searchParams.get('sign')!
    const guessed = await Promise.all(
      Array.from(sign, async (letter, at) => {
        const changed = `${sign.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${sign.slice(at + 1)}`
        return (await world.operator.get(url.replace(sign, changed))).body.err?.code
      }),
    )
    expect(new Set(guessed)).toEqual(new Set(['code_link_invalid']))
    const later = url.replace(/expires=\d+/, (part) => `expires=${Number(part.slice(8)) + 1}`)
    expect((await world.operator.get(later)).body.err?.code).toBe('code_link_invalid')
    for (const method of ['HEAD', 'POST'] as const)
      expect((await world.app.inject({ method, url, headers: { token: 'ann' } })).statusCode).toBe(404)
    expect(await isExportable()).toBe(true)
    const ranged = await world.app.inject({
      method: 'GET',
      url,
      headers: { token: 'ann', range: 'bytes=0-3' },
    })
    expect([ranged.statusCode, ranged.body.trim().split('\r\n').length]).toEqual([200, 6])
  })

  test('a link goes on for a colleague who may export, and ends with the batch', async () => {
    const { batchId, url } = await link(5, false)
    const codes = ['codes.export']
    const colleague = world.signIn('bob', [{ scope: 'lantern', environment: '*', codes }])
    expect((await colleague.get(url)).http).toBe(200)
    const elsewhere = world.signIn('eve', [{ scope: 'other', environment: '*', codes }])
    expect((await elsewhere.get(url)).http).toBe(403)
    await world.post('void', { batchId, reason: 'leaked' })
    expect((await colleague.get(url)).body.err?.code).toBe('code_export_gone')
  })
})
