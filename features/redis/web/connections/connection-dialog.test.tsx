import type { RouteReply } from '@qd/contract-kit'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closeConnection, listConnections, saveConnection, testConnection } from '../../contract/index.ts'
import type { RedisConnection, SshHop } from '../../contract/index.ts'
import { sampleConnection } from '../testing/sample-connection.ts'
import RedisPage from '../page/redis-page.tsx'
import { forgetAllOpen } from './openings.ts'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const scope = { ...TEST_SCOPE, lines: LINES }
const userWith = (...codes: string[]) =>
  testUser({ grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const manager = userWith('redis.redis.read', 'redis.redis.connections')

const TESTED: RouteReply<typeof testConnection> = {
  isFine: true,
  steps: [{ step: 'ping', at: '', state: 'ok', ms: 0.42, code: '', msg: '' }],
  version: '7.0.15',
  masters: [],
  hostKeys: [],
  isClusterNode: false,
}
const NAME = 'OPENSSH PRIVATE KEY'
const KEY = `-----BEGIN ${NAME}-----\nAAAA\n-----END ${NAME}-----\n`
const hop = (host: string): SshHop => ({ host, port: 22, username: 'ops', auth: 'password', hostKey: '' })

let api: FakeApi
let list: RedisConnection[]
beforeEach(() => {
  forgetAllOpen()
  list = [sampleConnection()]
  api = fakeApi(
    [
      fake(listConnections, () => list),
      fake(saveConnection, ({ body }) => ({ connection: { ...sampleConnection(), ...body.config } })),
      fake(testConnection, () => TESTED),
      fake(closeConnection, () => ({})),
    ],
    { isGuarded: true },
  )
})

const dialog = () => within(screen.getByRole('dialog'))
const box = (name: string | RegExp) => dialog().getByRole<HTMLInputElement>('textbox', { name })
const tab = (user: UserEvent, name: string) => user.click(dialog().getByRole('tab', { name }))
const save = (user: UserEvent) => user.click(dialog().getByRole('button', { name: /^保\s?存$/ }))
const saved = () => api.callsOf(saveConnection).at(-1)?.body as Parameters<typeof bodyOf>[0]
const bodyOf = (body: { config: RedisConnection; secrets: Record<string, unknown> }) => body
const paste = (element: HTMLElement, text: string) =>
  fireEvent.paste(element, { clipboardData: { getData: () => text } })

async function openNew(as = manager) {
  const page = await renderWithApp(<RedisPage />, { user: as, scope })
  await page.user.click(await screen.findByRole('button', { name: '新建连接' }))
  await screen.findByRole('dialog')
  return page
}

async function openMenu(item: string, as = manager) {
  const page = await renderWithApp(<RedisPage />, { user: as, scope })
  await page.user.click(await screen.findByRole('button', { name: 'game-s123：操作' }))
  await page.user.click(await screen.findByRole('menuitem', { name: item }))
  await screen.findByRole('dialog')
  return page
}

describe('a new connection', () => {
  it('[S2.30] is typed and saved at the selected line', async () => {
    const { user } = await openNew()
    await user.type(box(/^名称/), 'session')
    await user.type(box(/^主机/), '10.1.2.3')
    await user.type(dialog().getByLabelText('密码'), 'secret')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved()).toMatchObject({
      lineId: 'northwind-test',
      config: { name: 'session', mode: 'standalone', host: '10.1.2.3', port: 6379, separators: [':'] },
      secrets: { password: 'secret' },
    })
    expect(saved()).not.toHaveProperty('connectionId')
  })

  it('is filled by a pasted address, and its password leaves the box', async () => {
    const { user } = await openNew()
    paste(box('粘贴连接地址'), 'rediss://lin:p%40ss@[2001:db8::7]:6390/5')
    expect(box('粘贴连接地址').value).toBe('')
    expect(dialog().getByText('已按地址填写')).toBeTruthy()
    expect(box(/^主机/).value).toBe('2001:db8::7')
    expect(box(/^端口/).value).toBe('6390')
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()).toMatchObject({
      config: { name: '2001:db8::7', username: 'lin', tls: { servername: '' } },
      secrets: { password: 'p@ss' },
    })
  })

  it('is filled by an address pasted into any of its fields; a wrong one is named in the box', async () => {
    const { user } = await openNew()
    paste(box(/^主机/), 'redis-sentinel://s1,s2:26380#main')
    expect(dialog().getByRole('tab', { name: '哨兵' })).toBeTruthy()
    await tab(user, '哨兵')
    expect(box(/^主节点组名/).value).toBe('main')
    expect(box('哨兵 2').value).toBe('s2')
    await user.type(box('粘贴连接地址'), 'redis://a:99999{Enter}')
    expect(dialog().getByText('端口须为 1–65535')).toBeTruthy()
    expect(api.callsOf(saveConnection)).toEqual([])
  })

  it('says at its fields what is missing, in the section where it is', async () => {
    const { user } = await openNew()
    await user.type(box(/^名称/), 'x')
    await user.type(box(/^主机/), 'h')
    await tab(user, 'SSH 隧道')
    await user.click(dialog().getByRole('button', { name: '添加 SSH 服务器' }))
    await tab(user, '显示')
    await save(user)
    expect(await dialog().findByText('请填写每台 SSH 服务器的主机')).toBeTruthy()
    expect(dialog().getByRole('tab', { name: 'SSH 隧道' }).getAttribute('aria-selected')).toBe('true')
    expect(api.callsOf(saveConnection)).toEqual([])
  })

  it('loses nothing when the server refuses a field', async () => {
    const { user } = await openNew()
    await user.type(box(/^名称/), 'x')
    await user.type(box(/^主机/), 'h')
    await tab(user, '限制')
    await user.clear(box(/^超时/))
    await user.type(box(/^超时/), '700')
    const err = { code: 'redis_config_invalid', field: 'config.host', retryable: false }
    api.on(saveConnection, () => new FakeFailure(422, err.code, '主机无法使用', { err }))
    await save(user)
    const alert = await dialog().findByText('主机无法使用')
    expect(alert.id).toMatch(/config\.host-error$/)
    expect(dialog().getByRole('tab', { name: '基本' }).getAttribute('aria-selected')).toBe('true')
    expect(box(/^名称/).value).toBe('x')
    await tab(user, '限制')
    expect(box(/^超时/).value).toBe('700')
  })

  it('[S5.08] takes a key from a file, tells its kind, and says when the file may no longer be read', async () => {
    const { user } = await openNew()
    await tab(user, 'SSH 隧道')
    await user.click(dialog().getByRole('button', { name: '添加 SSH 服务器' }))
    const file = () => dialog().getAllByLabelText('选择文件', { selector: 'input' }).at(-1) as HTMLElement
    await user.upload(file(), new File(['PuTTY-User-Key-File-3: ssh-rsa'], 'a.ppk'))
    expect(await dialog().findByText(/puttygen/)).toBeTruthy()
    await user.upload(file(), new File([KEY], 'id_ed25519'))
    expect(await dialog().findByText('OpenSSH 私钥')).toBeTruthy()
    const lost = new File([KEY], 'id_rsa')
    vi.spyOn(lost, 'text').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
    await user.upload(file(), lost)
    expect(await dialog().findByText('密钥文件的读取权限已失效，请重新选择')).toBeTruthy()
    expect(box(/^私钥/).value).toBe(KEY)
  })

  it('offers networks only to who may allow them', async () => {
    const first = await openNew()
    await tab(first.user, '限制')
    expect(dialog().queryByText('允许本机地址')).toBeNull()
    first.unmount()
    const second = await openNew(
      userWith('redis.redis.read', 'redis.redis.connections', 'redis.redis.networks'),
    )
    await tab(second.user, '限制')
    expect(dialog().getByText('允许本机地址')).toBeTruthy()
  })
})

describe('a stored connection', () => {
  it('keeps the secrets that were not touched', async () => {
    const { user } = await openMenu('编辑')
    expect(dialog().queryByLabelText('密码', { selector: 'input' })).toBeNull()
    await user.type(box(/^自定义名称/), '主库')
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()).toMatchObject({ connectionId: 'c1', revision: 3, config: { customName: '主库' } })
    expect(saved().secrets).toEqual({})
  })

  it('loses its password when that is wanted, or asked for from now on', async () => {
    const { user } = await openMenu('编辑')
    await user.click(dialog().getByRole('switch', { name: '移除已存的密码' }))
    await save(user)
    await waitFor(() => expect(saved()?.secrets).toMatchObject({ password: '' }))
    await user.click(await screen.findByRole('button', { name: 'game-s123：操作' }))
    await user.click(await screen.findByRole('menuitem', { name: '编辑' }))
    await user.click(dialog().getByRole('switch', { name: '每次打开时询问密码' }))
    await user.type(dialog().getByLabelText(/^密码/), 'once')
    await user.click(dialog().getByRole('button', { name: '测试连接' }))
    await waitFor(() => expect(api.callsOf(testConnection)).toHaveLength(1))
    expect(api.callsOf(testConnection)[0]?.body).toMatchObject({ secrets: { password: 'once' } })
    await save(user)
    await waitFor(() => expect(api.callsOf(saveConnection)).toHaveLength(2))
    expect(saved().secrets).toMatchObject({ password: '' })
  })

  it('gives no hop the stored secret of another one', async () => {
    const there = { password: true, privateKey: false, passphrase: false }
    const secrets = {
      password: true,
      sentinelPassword: false,
      scriptPassword: false,
      tlsKey: false,
      ssh: [there, there],
    }
    list = [sampleConnection({ ssh: [hop('first'), hop('second')], secrets })]
    const { user } = await openMenu('编辑')
    await tab(user, 'SSH 隧道')
    await user.click(dialog().getByRole('button', { name: 'SSH 服务器 2 上移' }))
    expect(dialog().getAllByText(/请重新填写此服务器的密码/)).toHaveLength(2)
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved().config.ssh.map(({ host }) => host)).toEqual(['second', 'first'])
    const none = { password: '' }
    expect(saved().secrets['ssh']).toEqual([none, none])
  })

  it('names a user for scripts, and shows the command that makes it on the server', async () => {
    const { user } = await openMenu('编辑')
    await tab(user, '限制')
    expect(dialog().queryByText(/ACL SETUSER/)).toBeNull()
    await user.type(box(/^脚本用户/), 'scripts')
    expect(dialog().getByText(/^ACL SETUSER scripts reset on >PASSWORD ~\* \+@read -@dangerous/)).toBeTruthy()
    await user.type(dialog().getByLabelText(/^该用户的密码/), 'pw')
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()).toMatchObject({ config: { scriptUser: 'scripts' }, secrets: { scriptPassword: 'pw' } })
  })

  it('names commands the server renamed, a line each', async () => {
    const { user } = await openMenu('编辑')
    await tab(user, '限制')
    await user.type(box(/^服务器上改名的命令/), 'del KDEL')
    await save(user)
    expect(await dialog().findByText(/每行须为：命令 = 服务器上的名称/)).toBeTruthy()
    await user.clear(box(/^服务器上改名的命令/))
    await user.type(box(/^服务器上改名的命令/), 'del = KDEL{Enter}CONFIG：b840fc02d524')
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved().config).toMatchObject({ renamedCommands: { DEL: 'KDEL', CONFIG: 'b840fc02d524' } })
  })

  it('is duplicated under another name, without its secrets', async () => {
    const { user } = await openMenu('复制连接')
    expect(box(/^名称/).value).toBe('game-s123 副本')
    expect(dialog().getByText(/密码和私钥不会复制/)).toBeTruthy()
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()).not.toHaveProperty('connectionId')
    expect(saved().config.host).toBe('redis.example')
  })

  it('[S4.13] that is open in another window is closed first, after asking', async () => {
    const { user } = await openMenu('编辑')
    let isOpen = true
    api.on(closeConnection, () => {
      isOpen = false
      return {}
    })
    api.on(saveConnection, ({ body }) =>
      isOpen
        ? new FakeFailure(409, 'redis_close_first', '请先关闭连接')
        : { connection: { ...sampleConnection(), ...body.config } },
    )
    await user.type(box(/^自定义名称/), '主库')
    await save(user)
    await user.click(await screen.findByRole('button', { name: '关闭并继续' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(saveConnection)).toHaveLength(2)
  })
})

describe('a test from the form', () => {
  it('shows each step, and the form takes over what it found', async () => {
    list = [sampleConnection({ ssh: [hop('jump.example')] })]
    const fingerprint = `SHA256:${'A'.repeat(43)}`
    api.on(testConnection, () => ({ ...TESTED, hostKeys: [fingerprint], isClusterNode: true }))
    const { user } = await openMenu('编辑')
    await user.click(dialog().getByRole('button', { name: '测试连接' }))
    expect(await dialog().findByText('连接正常：Redis 7.0.15，共 0.4 ms')).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: /^固\s?定$/ }))
    expect(dialog().queryByRole('button', { name: /^固\s?定$/ })).toBeNull()
    await user.click(dialog().getByRole('button', { name: '改为集群' }))
    await save(user)
    await waitFor(() => expect(saved()).toBeDefined())
    expect(saved()).toMatchObject({ config: { mode: 'cluster', ssh: [{ hostKey: fingerprint }] } })
  })

  it('says a refusal in the section it is about', async () => {
    const { user } = await openMenu('编辑')
    const err = { code: 'redis_network_forbidden', field: 'config.allowPrivate', retryable: false }
    api.on(testConnection, () => new FakeFailure(403, err.code, '地址在内网', { err }))
    await user.click(dialog().getByRole('button', { name: '测试连接' }))
    expect(await dialog().findByText('地址在内网')).toBeTruthy()
    expect(dialog().getByRole('tab', { name: '限制' }).getAttribute('aria-selected')).toBe('true')
  })
})
