import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { LANGUAGES } from '@qd/i18n'
import { LOG_EXAMPLE, TEST_AUTHORITY, standInNames } from '@qd/server-kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { UpdateView } from '../contract/index.ts'
import { aFeed } from './testing/update-publisher.ts'
import type { startPublisher } from './testing/update-publisher.ts'
import { content, settled, updatesTest } from './testing/updates-world.ts'

const { undo, publishing, nodeOf, end } = updatesTest()
afterEach(end)

describe('a feed', () => {
  type Publisher = Awaited<ReturnType<typeof startPublisher>>
  const wrong: [code: string, make: (publisher: Publisher) => void][] = [
    [
      'update_unreachable',
      (publisher) => publisher.files.set('/updates.json', (request) => request.destroy()),
    ],
    ['update_timeout', (publisher) => publisher.files.set('/updates.json', () => undefined)],
    [
      'update_redirects',
      ({ files, origin }) =>
        files.set('/updates.json', (_request, response) =>
          response.writeHead(302, { location: `${origin}/other.json` }).end(),
        ),
    ],
    ['update_status', ({ files }) => void files.delete('/updates.json')],
    ['update_too_large', ({ files }) => files.set('/updates.json', Buffer.alloc(1_048_577, 32))],
    ['update_unsigned', ({ files }) => void files.delete('/updates.json.sig')],
    [
      'update_signature',
      ({ files }) => {
        const bytes = files.get('/updates.json') as Buffer
        const other = generateKeyPairSync('ed25519').privateKey
        files.set('/updates.json.sig', Buffer.from(sign(null, bytes, other).toString('base64')))
      },
    ],
    [
      'update_signature',
      ({ files }) => {
        const bytes = files.get('/updates.json') as Buffer
        files.set('/updates.json', Buffer.concat([bytes, Buffer.from(' ')]))
      },
    ],
    ['update_signature', ({ files }) => files.set('/updates.json.sig', Buffer.from('<html>'))],
  ]

  it.each(wrong)('[S4.12] that cannot be believed is an error: %s', async (code, spoil) => {
    const publisher = await publishing()
    publisher.publish(aFeed(content))
    spoil(publisher)
    const node = await nodeOf(publisher, { times: { firstByteMs: 200, connectMs: 2_000 } })
    const view = await node.view('check')
    expect(view).toMatchObject({ stage: 'error', release: null, fault: { code } })
    expect(publisher.asked).not.toContain('/other.json')
    const sentences = new Set<string>()
    for (const lang of LANGUAGES) {
      const { body } = await node.admin.post<UpdateView>('/platform/update/status', {}, { lang })
      sentences.add(body.data.fault!.text)
    }
    expect(sentences.size).toBe(LANGUAGES.length)
    expect([...sentences].filter((text) => text.includes('{{') || text === code)).toEqual([])
  })

  it('that is signed and malformed names the place', async () => {
    const publisher = await publishing()
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const sent = (text: string) => {
      const bytes = Buffer.from(text)
      publisher.files.set('/updates.json', bytes)
      publisher.files.set('/updates.json.sig', Buffer.from(sign(null, bytes, privateKey).toString('base64')))
    }
    const node = await nodeOf({ feed: publisher.feed, key: publicKey })
    const feed = aFeed(content)
    const [version] = feed.versions
    const spoiled: [text: string, problem: string][] = [
      ['{', 'JSON'],
      [JSON.stringify({ ...feed, format: 'other' }), 'format'],
      [JSON.stringify({ ...feed, versions: [{ ...version, version: '../9' }] }), 'versions.0.version'],
      [
        JSON.stringify({
          ...feed,
          versions: [{ ...version, packages: [{ ...version!.packages[0], address: '../secret' }] }],
        }),
        'versions.0.packages.0.address',
      ],
    ]
    for (const [text, problem] of spoiled) {
      sent(text)
      const { fault } = await node.view('check')
      expect(fault).toMatchObject({ code: 'update_malformed', text: expect.stringContaining(problem) })
    }
  })

  it('older than one that was read before is refused, and the later one stays known', async () => {
    const publisher = await publishing()
    const node = await nodeOf(publisher)
    publisher.publish(aFeed(content))
    await node.view('check')
    publisher.publish({ ...aFeed(content, { version: '9.0.0' }), published: '2026-11-19T08:00:00Z' })
    expect(await node.view('check')).toMatchObject({
      stage: 'error',
      fault: { code: 'update_older' },
      release: { version: '9.1.0' },
    })
  })

  it('with nothing newer says so', async () => {
    const publisher = await publishing()
    const node = await nodeOf(publisher)
    for (const version of ['0.1.0', '0.0.9', '0.1.0-beta.2']) {
      publisher.publish(aFeed(content, { version }))
      expect(await node.view('check')).toMatchObject({ stage: 'none', release: null })
    }
  })

  it.each([
    ['0.2.10', ['0.3.0-beta.1', '0.2.9'], null],
    ['0.2.10', ['0.3.0-beta.1', '0.2.11', '0.2.9'], '0.2.11'],
    ['0.2.10', ['0.2.11-rc.1', '0.2.11', '0.3.0-beta.1'], '0.2.11'],
    ['0.3.0-beta.1', ['0.3.0-beta.2', '0.2.11'], '0.3.0-beta.2'],
    ['0.3.0-beta.9', ['0.3.0-beta.10', '0.3.0'], '0.3.0'],
    ['0.3.0-beta.1', ['0.2.11', '0.3.0-alpha.7'], null],
    ['0.9.0', ['0.10.0', '0.9.9'], '0.10.0'],
  ])('to a console with %s of %j offers %s', async (running, versions, offered) => {
    const publisher = await publishing()
    const node = await nodeOf(publisher, { running })
    const feed = aFeed(content)
    publisher.publish({ ...feed, versions: versions.map((version) => ({ ...feed.versions[0]!, version })) })
    const { release } = await node.view('check')
    expect(release?.version ?? null).toBe(offered)
  })

  it('on this machine is refused without the switch of the environment', async () => {
    const publisher = await publishing()
    publisher.publish(aFeed(content))
    const networks = settingsNetworks({ allowLoopback: false, allowPrivate: true })
    const node = await nodeOf(publisher, { source: { networks } })
    expect(await node.view('check')).toMatchObject({ fault: { code: 'update_refused_address' } })
    expect(publisher.asked).toEqual([])
  })

  it('comes over TLS from the authority that the settings name, and from no other', async () => {
    const names = standInNames(new Map([['log.example', ['127.0.0.1']]]))
    undo.push(names.restore)
    const publisher = await publishing(LOG_EXAMPLE)
    publisher.publish(aFeed(content), content)
    const trusting = await nodeOf(publisher, { source: { ca: TEST_AUTHORITY } })
    expect((await trusting.view('check')).stage).toBe('available')
    await trusting.view('download', { version: '9.1.0' })
    await settled(trusting, 'downloaded')
    const strict = await nodeOf(publisher)
    expect((await strict.view('check')).fault?.code).toBe('update_unreachable')
  })

  it('in a folder works the same way', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qd-feed-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    const publisher = await publishing()
    publisher.publish(aFeed(content), content)
    const place = join(folder, 'updates.json')
    const node = await nodeOf({ feed: place, key: publisher.key })
    expect((await node.view('check')).fault?.code).toBe('update_unreadable')
    writeFileSync(place, publisher.files.get('/updates.json') as Buffer)
    expect((await node.view('check')).fault?.code).toBe('update_unsigned')
    for (const [name, bytes] of publisher.files) writeFileSync(join(folder, name), bytes as Buffer)
    expect((await node.view('check')).stage).toBe('available')
    await node.view('download', { version: '9.1.0' })
    expect(readFileSync((await settled(node, 'downloaded')).file!.path)).toEqual(content)
  })
})
