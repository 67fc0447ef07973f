import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import * as contract from '../../contract/index.ts'
import type { UpdateRelease, UpdateView } from '../../contract/index.ts'
import UpdatesDialog from './updates-dialog.tsx'

const keeper = testUser({
  roles: ['keeper'],
  grants: [{ scope: '*', environment: '*', codes: ['updates.manage'] }],
})

const release: UpdateRelease = {
  version: '9.1.0',
  publishedAt: Date.UTC(2026, 10, 20),
  notes: '# 亮点\n\n- 更快 <img src=x>',
  isIgnored: false,
  package: {
    name: 'q.tar.gz',
    size: 4_194_304,
    sha256: 'ab'.repeat(32),
    address: 'https://feed.example/q.tar.gz',
    command: '',
  },
}
const plain: UpdateView = {
  stage: 'available',
  running: '0.1.0',
  feed: 'https://feed.example/updates.json',
  isByHand: false,
  checkedAt: Date.UTC(2026, 10, 21),
  fault: null,
  release,
  progress: null,
  file: null,
}

let api: FakeApi
let view: UpdateView
beforeEach(() => {
  view = plain
  const { updateStatus, updateCheck, updateIgnore, updateDownload, updateCancel } = contract
  api = fakeApi(
    [updateStatus, updateCheck, updateIgnore, updateDownload, updateCancel].map((route) =>
      fake(route, () => view),
    ),
    { isGuarded: true },
  )
})

async function show(part: Partial<UpdateView> = {}) {
  view = { ...plain, ...part }
  const shown = await renderWithApp(<UpdatesDialog />, { user: keeper })
  await screen.findByText('0.1.0')
  return shown.user
}
const buttons = () => screen.getAllByRole('button').map((each) => each.textContent!.replaceAll(' ', ''))

describe('console updates', () => {
  it('offers a version with its notes as text, and fetches it', async () => {
    const user = await show()
    expect(await screen.findByText('有新版本 9.1.0')).toBeTruthy()
    expect(screen.getByText('更快 <img src=x>')).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
    expect(buttons()).toEqual(['检查更新', '忽略此版本', '下载'])
    view = { ...plain, stage: 'downloading', progress: { done: 1_048_576, total: 4_194_304 } }
    await user.click(screen.getByRole('button', { name: /下\s?载/ }))
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByText('25%，1 / 4 MB')).toBeTruthy()
    expect(api.callsOf(contract.updateDownload)).toMatchObject([{ body: { version: '9.1.0' } }])
    expect(buttons()).toEqual(['取消下载'])
    view = plain
    await user.click(screen.getByRole('button', { name: '取消下载' }))
    await waitFor(() => expect(buttons()).toContain('忽略此版本'))
    expect(api.callsOf(contract.updateCancel)).toHaveLength(1)
  })

  it('ignores a version and takes it back', async () => {
    const user = await show()
    view = { ...plain, release: { ...release, isIgnored: true } }
    await user.click(screen.getByRole('button', { name: '忽略此版本' }))
    expect(await screen.findByText('此版本已被忽略，控制台不会主动提醒')).toBeTruthy()
    view = plain
    await user.click(screen.getByRole('button', { name: '不再忽略' }))
    await waitFor(() => expect(buttons()).toContain('忽略此版本'))
    expect(api.callsOf(contract.updateIgnore).map(({ body }) => body)).toEqual([
      { version: '9.1.0', isIgnored: true },
      { version: '9.1.0', isIgnored: false },
    ])
  })

  it.each([
    ['idle', '尚未检查过更新'],
    ['none', '已是最新版本'],
  ] as const)('with nothing to fetch says so and checks on request: %s', async (stage, text) => {
    const user = await show({ stage, release: null })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(buttons()).toEqual(['检查更新'])
    await user.click(screen.getByRole('button', { name: '检查更新' }))
    await waitFor(() => expect(api.callsOf(contract.updateCheck)).toHaveLength(1))
  })

  it('tells why it failed, and offers what can be tried again', async () => {
    await show({ stage: 'error', fault: { code: 'update_signature', text: '更新源签名不正确' } })
    expect(screen.getByText(/更新源签名不正确/)).toBeTruthy()
    expect(buttons()).toEqual(['检查更新', '下载'])
  })

  it('says where the verified package lies and what to do with it', async () => {
    const file = { path: '/data/updates/9.1.0-q.tar.gz', machine: 'harbour', sha256: 'ab'.repeat(32) }
    await show({ stage: 'downloaded', file })
    expect(screen.getByText('安装包位于机器 harbour：')).toBeTruthy()
    expect(screen.getByText('/data/updates/9.1.0-q.tar.gz')).toBeTruthy()
    expect(screen.getByText('systemctl restart quarterdeck')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^下\s?载$/ })).toBeNull()
  })

  it('on a Mac gives address, hash and command, and no download', async () => {
    const own = { ...release.package!, command: 'brew upgrade quarterdeck' }
    await show({ isByHand: true, release: { ...release, package: own } })
    for (const text of [own.address, own.sha256, own.command]) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^下\s?载$/ })).toBeNull()
  })

  it('without a feed says so and offers nothing', async () => {
    await show({ stage: 'off', feed: '', release: null, checkedAt: null })
    expect(await screen.findByText('尚未配置更新源')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('shows that the status cannot be read', async () => {
    api.on(contract.updateStatus, () => new FakeFailure(503, 'store_unavailable', '数据库没有回答'))
    await renderWithApp(<UpdatesDialog />, { user: keeper })
    expect(await screen.findByText(/数据库没有回答/)).toBeTruthy()
  })
})
