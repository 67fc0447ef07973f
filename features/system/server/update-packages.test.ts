import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { aFeed } from './testing/update-publisher.ts'
import { content, settled, updatesTest } from './testing/updates-world.ts'

const { publishing, nodeOf, end } = updatesTest()
afterEach(end)

describe('a package', () => {
  it.each([
    ['another one', 'update_package_hash', Buffer.from('the whole old console')],
    ['a longer one', 'update_package_size', Buffer.concat([content, content])],
    ['a shorter one', 'update_package_size', content.subarray(1)],
    ['none', 'update_status', undefined],
  ])('%s than the feed says is not kept', async (_name, code, sent) => {
    const publisher = await publishing()
    publisher.publish(aFeed(content), sent)
    const node = await nodeOf(publisher)
    await node.view('check')
    await node.view('download', { version: '9.1.0' })
    expect(await settled(node, 'error')).toMatchObject({ fault: { code }, file: null, release: {} })
    expect(readdirSync(node.folder)).toEqual([])
  })

  it('at an address of its own is fetched from the public network only', async () => {
    const publisher = await publishing()
    const feed = aFeed(content)
    feed.versions[0]!.packages[0]!.address = 'https://127.0.0.1:9/package.tar.gz'
    publisher.publish(feed)
    const node = await nodeOf(publisher)
    await node.view('check')
    await node.view('download', { version: '9.1.0' })
    expect((await settled(node, 'error')).fault?.code).toBe('update_refused_address')
  })

  it('in a folder that cannot be made is told as such', async () => {
    const publisher = await publishing()
    publisher.publish(aFeed(content), content)
    const file = join(mkdtempSync(join(tmpdir(), 'qd-updates-')), 'file')
    writeFileSync(file, '')
    const node = await nodeOf(publisher, { folder: join(file, 'updates') })
    await node.view('check')
    await node.view('download', { version: '9.1.0' })
    expect((await settled(node, 'error')).fault?.code).toBe('update_not_written')
  })

  it('for this machine is the closest one, and without any there is nothing to fetch', async () => {
    const publisher = await publishing()
    const feed = aFeed(content)
    const [own] = feed.versions[0]!.packages
    const of = (platform: string) => ({ ...own!, platform, address: `${platform}.tar.gz` })
    feed.versions[0]!.packages = [of('any'), of('linux'), of('linux-x64'), of('win32')]
    publisher.publish(feed)
    const node = await nodeOf(publisher)
    expect((await node.view('check')).release?.package?.name).toBe('linux-x64.tar.gz')
    feed.versions[0]!.packages = [of('win32')]
    publisher.publish(feed)
    expect((await node.view('check')).release?.package).toBe(null)
    const answer = await node.admin.post('/platform/update/download', { version: '9.1.0' })
    expect(answer).toMatchObject({ http: 409, body: { err: { code: 'update_no_package' } } })
  })

  it('[S4.12] on a Mac is shown with its address and command, and not fetched', async () => {
    const publisher = await publishing()
    const feed = aFeed(content)
    feed.versions[0]!.packages[0]!.command = 'brew upgrade --cask quarterdeck'
    publisher.publish(feed, content)
    const node = await nodeOf(publisher, { platform: 'darwin' })
    expect(await node.view('check')).toMatchObject({
      stage: 'available',
      isByHand: true,
      release: {
        package: {
          address: `${publisher.origin}/quarterdeck-9.1.0.tar.gz`,
          command: 'brew upgrade --cask quarterdeck',
        },
      },
    })
    const answer = await node.admin.post('/platform/update/download', { version: '9.1.0' })
    expect(answer).toMatchObject({ http: 409, body: { err: { code: 'update_by_hand' } } })
    expect(publisher.asked).not.toContain('/quarterdeck-9.1.0.tar.gz')
  })
})
