import type { Grant } from '@qd/contract-kit'
import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import type { Preset } from '../contract/index.ts'
import { createInterfaceSettingsFeature, interfaceSettingsMigrations } from './index.ts'
import type { InterfaceSettingsTables } from './index.ts'

const reading: Grant = { scope: 'lantern', environment: 'test', codes: ['audit.entry.read'] }
const sharing: Grant = { scope: '*', environment: '*', codes: ['interface-settings.preset.share'] }

function startDesk(store: Store<InterfaceSettingsTables>) {
  const app = createTestApp({ features: [createInterfaceSettingsFeature({ store })], store: store.as() })
  const lin = app.as(aCaller('lin', [reading]))
  const elsewhere = app.as(
    aCaller('elsewhere', [{ ...reading, codes: ['auditing.read', 'users.user.read'] }]),
  )
  const zhou = app.as(aCaller('zhou', [sharing]))
  const admin = app.as(aCaller('admin', [everything]))
  return { ...app, lin, zhou, admin, elsewhere }
}

type Speaker = ReturnType<typeof startDesk>['lin']

const aPreset = (part: object = {}) => ({
  page: 'audit.rows',
  name: '昨天的失败',
  filter: { result: 'failed' },
  isShared: false,
  ...part,
})

async function namesOf(speaker: Speaker, page = 'audit.rows'): Promise<string[]> {
  const { body } = await speaker.post<Preset[]>('/api/preset/list', { page })
  return body.data.map(({ name }) => name)
}

describeStored('interface settings', interfaceSettingsMigrations, (open) => {
  const desk = async () => startDesk(await open<InterfaceSettingsTables>())

  test('a preference is kept for its user only, replaced and forgotten', async () => {
    const { lin, zhou, audits } = await desk()
    await lin.post('/api/preference/save', { key: 'table.audit.rows', value: { widths: { id: 90 } } })
    await lin.post('/api/preference/save', { key: 'table.audit.rows', value: { widths: { id: 120 } } })
    await lin.post('/api/preference/save', { key: 'panel.open', value: false })
    expect((await zhou.post('/api/preference/get')).body.data).toEqual({ values: {} })
    expect((await lin.post('/api/preference/get')).body.data).toEqual({
      values: { 'panel.open': false, 'table.audit.rows': { widths: { id: 120 } } },
    })
    await lin.post('/api/preference/save', { key: 'panel.open', value: null })
    expect((await lin.post('/api/preference/get')).body.data).toEqual({
      values: { 'table.audit.rows': { widths: { id: 120 } } },
    })
    expect(audits).toEqual([])
  })

  test.each([
    [{ key: 'Table', value: 1 }, 400, 'field_invalid'],
    [{ key: 'a..b', value: 1 }, 400, 'field_invalid'],
    [{ key: `a.${'x'.repeat(120)}`, value: 1 }, 400, 'field_invalid'],
    [{ key: 'a', value: 1, more: 1 }, 400, 'field_unknown'],
    [{ key: 'a', value: '长'.repeat(22_000) }, 413, 'preference_too_large'],
  ])('a preference %# is refused', async (body, http, code) => {
    const { lin } = await desk()
    const answer = await lin.post('/api/preference/save', body)
    expect([answer.http, answer.body.err?.code]).toEqual([http, code])
  })

  test('the 201st key is refused, the others stay and can be changed', async () => {
    const { lin } = await desk()
    for (let n = 1; n <= 200; n += 1) await lin.post('/api/preference/save', { key: `k.${n}`, value: n })
    const answer = await lin.post('/api/preference/save', { key: 'k.201', value: 1 })
    expect([answer.http, answer.body.err?.code]).toEqual([409, 'preferences_full'])
    expect((await lin.post('/api/preference/save', { key: 'k.200', value: 'new' })).http).toBe(200)
    const { values } = (await lin.post<{ values: object }>('/api/preference/get')).body.data
    expect(Object.keys(values)).toHaveLength(200)
  })

  test('own presets are seen by nobody else and leave no audit row', async () => {
    const { lin, zhou, audits } = await desk()
    expect((await lin.post('/api/preset/save', aPreset())).http).toBe(200)
    expect(await namesOf(lin)).toEqual(['昨天的失败'])
    expect(await namesOf(lin, 'users')).toEqual([])
    expect(await namesOf(zhou)).toEqual([])
    expect(audits).toEqual([])
  })

  test('of parallel writes beyond the limits none stays', async () => {
    const { lin } = await desk()
    const preference = (at: number) =>
      lin.post('/api/preference/save', { key: `k.${String(at).padStart(3, '0')}`, value: at })
    const preset = (at: number) => lin.post('/api/preset/save', aPreset({ name: `preset ${at}` }))
    for (const [add, most] of [
      [preference, 200],
      [preset, 100],
    ] as const) {
      for (let at = 1; at < most; at++) expect((await add(at)).http).toBe(200)
      const last = await Promise.all(Array.from({ length: 8 }, (_, each) => add(most + each)))
      expect(last.filter(({ http }) => http === 200)).toHaveLength(1)
    }
  })

  test('a shared preset is hidden from who holds nothing on its page', async () => {
    const { elsewhere, zhou } = await desk()
    const saved = await zhou.post<{ id: string }>('/api/preset/save', aPreset({ isShared: true }))
    expect(await namesOf(elsewhere)).toEqual([])
    const found = await elsewhere.post('/api/preset/del', { id: saved.body.data.id })
    expect([found.http, found.body.err?.code]).toEqual([404, 'preset_not_found'])
  })

  test('a shared preset is seen on its page, its change is audited with before and after', async () => {
    const { lin, zhou, audits } = await desk()
    const saved = await zhou.post<{ id: string }>('/api/preset/save', aPreset({ isShared: true }))
    const { id } = saved.body.data
    expect((await lin.post('/api/preset/list', { page: 'audit.rows' })).body.data).toEqual([
      {
        id,
        name: '昨天的失败',
        filter: { result: 'failed' },
        isShared: true,
        isOwn: false,
        ownerName: 'zhou',
        mayChange: false,
      },
    ])
    await zhou.post('/api/preset/save', aPreset({ id, filter: {}, isShared: false }))
    expect(await namesOf(lin)).toEqual([])
    expect(audits.map(({ kind, entry }) => [kind, entry?.action])).toEqual([
      ['commit', 'interface-settings.presetSave'],
      ['commit', 'interface-settings.presetSave'],
    ])
  })

  test('sharing needs its permission', async () => {
    const { lin, audits } = await desk()
    const answer = await lin.post('/api/preset/save', aPreset({ isShared: true }))
    expect([answer.http, answer.body.err?.code]).toEqual([403, 'forbidden'])
    expect(await namesOf(lin)).toEqual([])
    expect(audits.map(({ kind }) => kind)).toEqual(['refused'])
  })

  test('a name is taken once on a page, by its owner', async () => {
    const { lin, zhou } = await desk()
    await lin.post('/api/preset/save', aPreset())
    const again = await lin.post('/api/preset/save', aPreset({ name: ' 昨天的失败 ' }))
    expect([again.http, again.body.err?.code, again.body.err?.field]).toEqual([
      409,
      'preset_name_taken',
      'name',
    ])
    expect((await zhou.post('/api/preset/save', aPreset())).http).toBe(200)
    expect((await lin.post('/api/preset/save', aPreset({ page: 'users' }))).http).toBe(200)
    const other = await lin.post<{ id: string }>('/api/preset/save', aPreset({ name: '另一个' }))
    const renamed = await lin.post('/api/preset/save', aPreset({ id: other.body.data.id }))
    expect(renamed.body.err?.code).toBe('preset_name_taken')
  })

  test('only the owner changes; a foreign one and a missing one answer alike', async () => {
    const { lin, zhou, admin } = await desk()
    const own = await lin.post<{ id: string }>('/api/preset/save', aPreset())
    const shared = await zhou.post<{ id: string }>('/api/preset/save', aPreset({ isShared: true }))
    const foreign = { id: own.body.data.id }
    for (const path of ['/api/preset/save', '/api/preset/del']) {
      const full = path.endsWith('save') ? aPreset() : {}
      const [hidden, missing] = [
        await zhou.post(path, { ...full, ...foreign }),
        await zhou.post(path, { ...full, id: 'no-such' }),
      ]
      expect([hidden.http, hidden.body.err?.code]).toEqual([404, 'preset_not_found'])
      expect({ ...hidden.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
      expect((await lin.post(path, { ...full, id: shared.body.data.id })).http).toBe(403)
    }
    expect((await admin.post('/api/preset/save', aPreset({ id: shared.body.data.id }))).http).toBe(403)
    expect((await admin.post('/api/preset/del', { id: shared.body.data.id })).http).toBe(200)
    expect((await lin.post('/api/preset/del', foreign)).http).toBe(200)
    expect(await namesOf(lin)).toEqual([])
  })

  test('without login 401', async () => {
    const { anonymous } = await desk()
    for (const path of ['preference/get', 'preference/save', 'preset/list', 'preset/save', 'preset/del']) {
      expect((await anonymous.post(`/api/${path}`)).http).toBe(401)
    }
  })
})
