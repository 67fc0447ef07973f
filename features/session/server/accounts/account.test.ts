import { readFileSync, readdirSync } from 'node:fs'
import { describeOnBothDatabases } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { isCommonPassword } from '../passwords/common-passwords.ts'
import { sessionMigrations } from '../index.ts'
import type { SessionTables } from '../index.ts'
import { PASSWORD, openDesk } from '../../../../apps/server/testing/session-desk.ts'

const NEW = 'quiet lantern at sea'

describeOnBothDatabases('own account', sessionMigrations, (open) => {
  test.each([
    [12, { password: '', oldPassword: PASSWORD }, 'password_required', 'password', '密码不能为空'],
    [12, { password: NEW, oldPassword: '' }, 'password_required', 'oldPassword', '密码不能为空'],
    [12, { oldPassword: PASSWORD }, 'password_required', 'password', '密码不能为空'],
    [12, { password: 'x', oldPassword: 'x' }, 'password_same', 'password', '新密码不能与旧密码相同'],
    [12, { password: NEW, oldPassword: 'wrong' }, 'password_too_short', 'oldPassword', '密码长度不可少于6位'],
    [
      6,
      { password: 'x7#kq', oldPassword: 'wrong one' },
      'password_too_short',
      'password',
      '密码长度不可少于6位',
    ],
    [
      1,
      { password: 'x7#kq', oldPassword: 'wrong one' },
      'password_too_short',
      'password',
      '密码长度不可少于6位',
    ],
    [
      12,
      { password: 'eleven chrs', oldPassword: 'wrong one' },
      'password_too_short',
      'password',
      '密码长度不可少于12位',
    ],
    [
      12,
      { password: NEW, oldPassword: 'wrong one' },
      'password_old_wrong',
      'oldPassword',
      '旧密码不正确，请重新输入',
    ],
    [6, { password: 'qwerty123', oldPassword: PASSWORD }, 'password_common', 'password', undefined],
    [6, { password: 'KNOWN-2026', oldPassword: PASSWORD }, 'password_common', 'password', undefined],
    [12, { password: ['x'], oldPassword: PASSWORD }, 'field_invalid', 'password', undefined],
  ])('[S5.03][T28] minimum %i: %j is refused as %s', async (...[passwordMin, body, code, field, msg]) => {
    const desk = openDesk(await open<SessionTables>(), { passwordMin })
    await desk.addUser('known')
    const answer = await desk.post('/platform/user/password', body, { token: await desk.tokenOf('known') })
    expect([answer.http, answer.err?.code, answer.err?.field]).toEqual([400, code, field])
    if (msg !== undefined) expect(answer.msg).toBe(msg)
    expect(desk.audits.at(-1)).toMatchObject({ kind: 'refused', result: { code } })
    expect((await desk.logIn('known')).http).toBe(200)
    await desk.close()
  })

  test('[S7.07][S3.12][T28] a changed password counts at once, keeps this session and ends the others', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const [token, other] = [await desk.tokenOf('known'), await desk.tokenOf('known')]
    const body = { password: NEW, oldPassword: PASSWORD }
    const answer = await desk.post('/platform/user/password', body, { token })
    expect([answer.http, answer.msg, answer.data]).toEqual([200, '修改成功', null])
    expect([await desk.isSignedIn(token), await desk.isSignedIn(other)]).toEqual([true, false])
    expect((await desk.logIn('known')).http).toBe(401)
    expect((await desk.logIn('known', NEW)).http).toBe(200)
    expect(JSON.stringify(desk.audits)).not.toMatch(/lantern at sea|long enough/)
    expect((await desk.post('/platform/user/password', body)).http).toBe(401)
    await desk.close()
  })

  test('[T28] guesses of the old password are limited like logins, and parallel changes take effect once', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    const change = (oldPassword: string, password: string) =>
      desk.post('/platform/user/password', { password, oldPassword }, { token })
    const changes = await Promise.all([1, 2, 3].map((each) => change(PASSWORD, `${NEW} ${each}`)))
    expect(changes.filter(({ http }) => http === 200)).toHaveLength(1)
    desk.clock.nowMs += 16 * 60_000
    const guesses = await Promise.all(Array.from({ length: 9 }, (_, each) => change(`guess ${each}`, NEW)))
    expect(guesses.filter(({ err }) => err?.code === 'password_old_wrong')).toHaveLength(5)
    expect(guesses.filter(({ http }) => http === 429)).toHaveLength(4)
    await desk.close()
  })

  test('basic information is saved, shown in every session and checked', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('known')
    const token = await desk.tokenOf('known')
    await desk.feature.session.authenticate(token)
    const profile = { name: ' 周帆 ', department: '运营', phone: '+86 (10) 1234', sex: 'male' }
    const saved = await desk.post('/platform/user/info', { ...profile, level: 9, id: 'other' }, { token })
    expect([saved.http, saved.msg]).toEqual([200, '保存成功'])
    const { data } = await desk.get('/adjust/userInfo', { token })
    expect(data).toMatchObject({ ...profile, name: '周帆', level: 0 })
    expect(await desk.feature.session.authenticate(token)).toMatchObject({ name: '周帆' })
    for (const [field, value] of Object.entries({ name: '  ', phone: 'call me', sex: 'x' })) {
      const refused = await desk.post('/platform/user/info', { ...profile, [field]: value }, { token })
      expect([refused.http, refused.err?.field]).toEqual([400, field])
    }
    expect((await desk.post('/platform/user/info', profile)).http).toBe(401)
    await desk.close()
  })

  test('[T27] first start: one code, one administrator, then closed for good', async () => {
    const store = await open<SessionTables>()
    const desk = openDesk(store)
    const first = (await desk.feature.announceSetup())!
    const { code, path } = (await desk.feature.announceSetup())!
    expect(path).toBe(`/#/setup?code=${code}`)
    const state = (given: string) => desk.post<{ open: boolean }>('/api/auth/setup/state', { code: given })
    expect((await state(code)).data).toEqual({ open: true, passwordMin: 12 })
    expect((await state(first.code)).data.open).toBe(false)
    const setUp = (body: object) =>
      desk.post('/api/auth/setup', { code, username: 'root', password: NEW, ...body })
    expect((await setUp({ code: first.code })).err?.code).toBe('setup_closed')
    expect((await setUp({ password: 'short' })).err?.code).toBe('password_too_short')
    expect((await setUp({ password: 'quarterdeck-sandbox' })).err?.code).toBe('password_common')
    expect((await setUp({ username: 'ro\u202eot' })).err?.code).toBe('username_invalid')
    expect((await setUp({ extra: 1 })).err?.code).toBe('field_unknown')
    const all = await Promise.all(['root', 'root2', 'root3'].map((username) => setUp({ username })))
    expect(all.map(({ http }) => http).sort()).toEqual([200, 404, 404])
    expect(await store.read.selectFrom('user_account').select('id').execute()).toHaveLength(1)
    expect((await state(code)).data.open).toBe(false)
    expect(await desk.feature.announceSetup()).toBeNull()
    const winner = ['root', 'root2', 'root3'][all.findIndex(({ http }) => http === 200)]!
    const { data } = await desk.logIn(winner, NEW)
    expect(data.userInfo.roles).toEqual(['ROLE_ADMIN', 'admin'])
    expect(JSON.stringify(desk.audits)).not.toContain(code)
    await desk.close()
  })

  test('[T27] without announced code nothing opens the set-up', async () => {
    const desk = openDesk(await open<SessionTables>())
    for (const code of ['0'.repeat(43), 'x'.repeat(16)]) {
      const answer = await desk.post('/api/auth/setup', { code, username: 'root', password: NEW })
      expect(answer.err?.code).toBe('setup_closed')
    }
    await desk.close()
  })

  test('seeded accounts: created once, kept afterwards, roles without a grant held everywhere', async () => {
    const desk = openDesk(await open<SessionTables>())
    const accounts = [
      { username: 'admin', name: '林汐', department: '平台', roles: ['ROLE_ADMIN'], grants: [] },
      {
        username: 'reader',
        name: '何湾',
        department: '客服',
        roles: ['reader'],
        grants: [{ role: 'reader', scope: 'lantern/northwind', environment: '*' as const }],
      },
    ]
    expect(await desk.feature.seedAccounts(accounts, 'quarterdeck-sandbox')).toEqual(['admin', 'reader'])
    expect(await desk.feature.seedAccounts(accounts, 'another')).toEqual([])
    const admin = await desk.logIn('admin', 'quarterdeck-sandbox')
    expect(admin.data.userInfo.grants).toEqual([{ scope: '*', environment: '*', codes: ['*'] }])
    const reader = await desk.logIn('reader', 'quarterdeck-sandbox')
    expect(reader.data.userInfo.grants).toEqual([
      { scope: 'lantern/northwind', environment: '*', codes: ['index.data.read'] },
    ])
    expect(await desk.feature.announceSetup()).toBeNull()
    await desk.close()
  })

  test('two spellings of one name are one account', async () => {
    const desk = openDesk(await open<SessionTables>())
    await desk.addUser('Zoë')
    await expect(desk.addUser('ZOË')).rejects.toThrow('username_taken')
    await expect(desk.addUser('Zoe\u0308')).rejects.toThrow('username_taken')
    for (const bad of ['a', 'with space', 'zero\u200bwidth', 'x'.repeat(65), 'nul\0']) {
      await expect(desk.addUser(bad)).rejects.toThrow('username_invalid')
    }
    await desk.close()
  })
})

test.each([
  '123456',
  '12345678',
  'AAAAAA',
  'abcabcabc',
  'Qwerty!',
  'p@ssw0rd',
  '987654',
  'zhoufan123',
  'ZhouFan',
  'Admin123',
])('%s is among the first guesses', (password) => expect(isCommonPassword(password, 'zhoufan')).toBe(true))

test.each([NEW, PASSWORD, 'x7#kq2', '灯海灯塔码头晚风', 'zhoufan walks the quay'])(
  '%s is no common password',
  (password) => expect(isCommonPassword(password, 'zhoufan')).toBe(false),
)

const FOLDER = new URL('../../contract/locales/', import.meta.url)
const LOCALES = readdirSync(FOLDER)

type Texts = Record<'errors' | 'routes' | 'texts', Record<string, string>>
const textsOf = (file: string) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Texts

test('there are ten languages', () => expect(LOCALES).toHaveLength(10))

test.each(LOCALES)('%s has the keys and placeholders of the Chinese texts', (file) => {
  const [texts, chinese] = [textsOf(file), textsOf('cn.json')]
  for (const section of ['errors', 'routes', 'texts'] as const) {
    expect(Object.keys(texts[section]).sort()).toEqual(Object.keys(chinese[section]).sort())
    for (const [key, text] of Object.entries(chinese[section])) {
      expect(placeholders(texts[section][key])).toEqual(placeholders(text))
    }
  }
})

const placeholders = (text = '') => (text.match(/\{\{\w+\}\}/g) ?? []).sort()
