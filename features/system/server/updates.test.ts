import { readFileSync, readdirSync } from 'node:fs'
import { aCaller } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { updateMigrations } from './index.ts'
import { aFeed } from './testing/update-publisher.ts'
import { content, settled, updatesNode, updatesTest } from './testing/updates-world.ts'
import type { UpdateTables } from './updates/update-tables.ts'

const { undo, publishing, freshStore, end } = updatesTest()
afterEach(end)

describeStored('updates of the console', updateMigrations, (open) => {
  async function prepare(options: Parameters<typeof updatesNode>[1] = {}) {
    const publisher = await publishing()
    const store = await open<UpdateTables>()
    const { feed, key } = publisher
    const node = updatesNode(store, { ...options, source: { feed, key } })
    undo.push(node.end)
    return { publisher, node, store }
  }

  it('[S4.12] go from idle over available and downloading to downloaded, and a restart finds the file', async () => {
    const { publisher, node, store } = await prepare()
    publisher.publish(aFeed(content), content)
    expect(await node.view('status')).toMatchObject({ stage: 'idle', running: '0.1.0', release: null })
    expect(await node.view('check')).toMatchObject({
      stage: 'available',
      release: { version: '9.1.0', isIgnored: false, package: { size: content.length, command: '' } },
    })
    expect((await node.view('download', { version: '9.1.0' })).stage).toMatch(/^download/)
    const { file } = await settled(node, 'downloaded')
    expect(readFileSync(file!.path)).toEqual(content)
    expect(readdirSync(node.folder)).toEqual(['9.1.0-quarterdeck-9.1.0.tar.gz'])

    const { feed, key } = publisher
    const restarted = updatesNode(store, { source: { feed, key }, folder: node.folder })
    undo.push(restarted.end)
    await restarted.updates.start()
    expect(await restarted.view('status')).toMatchObject({ stage: 'downloaded', file })
    expect(readFileSync(file!.path)).toEqual(content)

    const renewed = updatesNode(store, { source: { feed, key }, folder: node.folder, running: '9.1.0' })
    undo.push(renewed.end)
    await renewed.updates.start()
    expect(await renewed.view('status')).toMatchObject({ stage: 'none', release: null, file: null })
    expect(readdirSync(node.folder)).toEqual([])
  })

  it('[S4.12] a version is ignored for the whole console, and a check by hand still shows it', async () => {
    const { publisher, node } = await prepare()
    publisher.publish(aFeed(content))
    await node.view('check')
    expect(await node.view('ignore', { version: '9.1.0', isIgnored: true })).toMatchObject({
      stage: 'available',
      release: { isIgnored: true },
    })
    await node.updates.systemSchedules[0]!.run(new AbortController().signal)
    expect(node.told).toEqual([])
    await node.view('ignore', { version: '9.1.0', isIgnored: false })
    await node.updates.systemSchedules[0]!.run(new AbortController().signal)
    expect(node.told).toMatchObject([{ key: '9.1.0' }])
    await node.view('ignore', { version: '9.1.0', isIgnored: true })
    expect(await node.view('check')).toMatchObject({
      stage: 'available',
      release: { version: '9.1.0', isIgnored: true },
    })
  })

  it('a check by itself tells of a version once, at the start or later', async () => {
    const { publisher, node } = await prepare({ times: { startMs: 0 } })
    publisher.publish(aFeed(content))
    await node.updates.start()
    await vi.waitFor(() => expect(node.told).toMatchObject([{ key: '9.1.0', params: { version: '9.1.0' } }]))
    await node.updates.systemSchedules[0]!.run(new AbortController().signal)
    expect(node.told).toHaveLength(1)
  })

  it('two that ask at once make one check', async () => {
    const { publisher, node } = await prepare()
    publisher.publish(aFeed(content))
    const whole = publisher.files.get('/updates.json') as Buffer
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    publisher.files.set('/updates.json', (_request, response) => void held.then(() => response.end(whole)))
    const first = node.view('check')
    await settled(node, 'checking')
    expect((await node.view('check')).stage).toBe('checking')
    const busy = await node.admin.post('/platform/update/download', { version: '9.1.0' })
    expect(busy.body.err?.code).toBe('update_version_gone')
    letGo()
    expect((await first).stage).toBe('available')
    expect(publisher.asked.filter((path) => path === '/updates.json')).toHaveLength(1)
  })

  it('[S4.12] a download tells how far it is, and can be cancelled', async () => {
    const { publisher, node } = await prepare({ times: { renewMs: 1 } })
    publisher.publish(aFeed(content))
    publisher.files.set('/quarterdeck-9.1.0.tar.gz', (_request, response) => {
      response.write(content.subarray(0, 4))
    })
    await node.view('check')
    await node.view('download', { version: '9.1.0' })
    await vi.waitFor(async () =>
      expect(await node.view('status')).toMatchObject({
        stage: 'downloading',
        progress: { done: 4, total: content.length },
      }),
    )
    const again = await node.admin.post('/platform/update/download', { version: '9.1.0' })
    expect(again.body.err?.code).toBe('update_busy')
    expect(await node.view('cancel')).toMatchObject({ stage: 'available', fault: null })
    expect(readdirSync(node.folder)).toEqual([])
  })

  it('a download that was killed says so after a while, and can be begun again', async () => {
    const { publisher, node, store } = await prepare()
    publisher.publish(aFeed(content), content)
    await node.view('check')
    await store.write((tx) =>
      tx.updateTable('console_update').set({ work: 'downloading', token: 'of the dead', until: 1 }).execute(),
    )
    expect(await node.view('status')).toMatchObject({ stage: 'error', fault: { code: 'update_interrupted' } })
    await node.view('download', { version: '9.1.0' })
    await settled(node, 'downloaded')
  })
})

describe('without a feed', () => {
  it('the console says so, offers nothing and asks nobody', async () => {
    const node = updatesNode(await freshStore(), { source: null })
    undo.push(node.end)
    await node.updates.start()
    expect(await node.view('status')).toMatchObject({ stage: 'off', feed: '', release: null })
    expect(node.updates.systemSchedules).toEqual([])
    for (const [call, body] of [
      ['check', {}],
      ['ignore', { version: '9.1.0', isIgnored: true }],
      ['download', { version: '9.1.0' }],
    ] as const) {
      const answer = await node.admin.post(`/platform/update/${call}`, body)
      expect(answer).toMatchObject({ http: 409, body: { data: null, err: { code: 'update_off' } } })
    }
  })
})

describe('the calls', () => {
  const calls = ['status', 'check', 'ignore', 'download', 'cancel'] as const

  it.each(calls)('%s needs a session and the right', async (call) => {
    const node = updatesNode(await freshStore(), { source: null })
    undo.push(node.end)
    const path = `/platform/update/${call}`
    const body = { ignore: { version: '9.1.0', isIgnored: true }, download: { version: '9.1.0' } }
    const given = call === 'ignore' || call === 'download' ? body[call] : {}
    expect((await node.app.anonymous.post(path, given)).http).toBe(401)
    const somewhere = { scope: 'lantern/harbour', environment: '*', codes: ['*'] } as const
    for (const grants of [[], [somewhere]]) {
      expect((await node.app.as(aCaller('lin', grants)).post(path, given)).http).toBe(403)
    }
    if (given === body.ignore || given === body.download) {
      const wrong = await node.admin.post(path, { ...given, version: '' })
      expect([wrong.http, wrong.body.err?.field]).toEqual([400, 'version'])
    }
  })
})
