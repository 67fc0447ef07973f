import { QD1 } from '@qd/game-frame'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import type { ServerEntry } from '../contract/index.ts'

const [FIRST, SECOND, THIRD] = ['first-canary-key', 'second-canary-key', 'third-canary-key']
const server = {
  lineId: 'northwind-test',
  sId: 200,
  serviceName: '新服',
  openedAt: null,
  apiUrl: 'https://game.example.com',
  serverId: 'S200',
  keyId: 'k1',
  ws: '',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
  enabled: true,
  revision: 1,
}
const admin = holding('*', '*')
const one = { lineId: 'northwind-test', sId: 200 }

describeStored('labels and keys of servers', placesMigrations, (open) => {
  async function withServer(run: (app: PlacesApp) => Promise<void>): Promise<void> {
    const app = await startPlacesApp(await open<never>())
    try {
      await send(app, 'server/save', { ...server, hashKey: FIRST, revision: 0 })
      await run(app)
    } finally {
      await app.stop()
    }
  }
  const send = (app: PlacesApp, path: string, body: object, caller = admin) =>
    app.as(caller).post<{ revision: number }>(`/platform/catalogue/${path}`, body)
  const entry = async (app: PlacesApp) =>
    (
      await app.as(admin).post<ServerEntry[]>('/platform/catalogue/servers', { lineId: 'northwind-test' })
    ).body.data.find(({ sId }) => sId === 200)!
  const keys = (app: PlacesApp) =>
    app.catalogue
      .openKeysOf(app.catalogue.port.current().serverByKey.get('lantern:3:200')!)
      .map(({ keyId, hashKey }) => `${keyId} ${hashKey}`)

  it('[S3.09] a new key stands beside the old one until that is ended, and none of them ever comes out', () =>
    withServer(async (app) => {
      expect(keys(app)).toEqual([`k1 ${FIRST}`])
      const rotated = await send(app, 'server/key/rotate', {
        ...one,
        keyId: 'k2',
        hashKey: SECOND,
        revision: 1,
      })
      expect(rotated.body.data).toEqual({ revision: 2 })
      expect(keys(app)).toEqual([`k2 ${SECOND}`, `k1 ${FIRST}`])
      expect(await entry(app)).toMatchObject({ keyId: 'k2', previousKeyId: 'k1', hasHashKey: true })
      // A third one leaves two.
      await send(app, 'server/key/rotate', { ...one, keyId: 'k3', hashKey: THIRD, revision: 2 })
      expect(keys(app)).toEqual([`k3 ${THIRD}`, `k2 ${SECOND}`])
      const ended = await send(app, 'server/key/end', { ...one, revision: 3 })
      expect(ended.http).toBe(200)
      expect(keys(app)).toEqual([`k3 ${THIRD}`])
      const rows = app.audits.filter(({ entry: row }) => /rotateKey|endPreviousKey/.test(row?.action ?? ''))
      expect(rows.map(({ entry: row }) => row!.detail['after'])).toEqual([
        { keyId: 'k2', previousKeyId: 'k1' },
        { keyId: 'k3', previousKeyId: 'k2' },
        { keyId: 'k3', previousKeyId: '' },
      ])
      expect(JSON.stringify([app.audits, rotated, ended, await entry(app)])).not.toMatch(/canary-key/)
    }))

  it('keys are changed only with the right for them, by the revision that was seen', () =>
    withServer(async (app) => {
      const editor = holding('*', 'catalogue.place.read', 'catalogue.place.edit')
      const wanted = { ...one, keyId: 'k2', hashKey: SECOND, revision: 1 }
      expect((await send(app, 'server/key/rotate', wanted, editor)).http).toBe(403)
      expect((await send(app, 'server/key/end', { ...one, revision: 1 }, editor)).http).toBe(403)
      expect((await send(app, 'server/key/rotate', { ...wanted, revision: 7 })).http).toBe(409)
      expect(keys(app)).toEqual([`k1 ${FIRST}`])
    }))

  it('labels and addresses are kept by a save that does not name them, and refused where they are wrong', () =>
    withServer(async (app) => {
      const labels = ['新服', 'cross server']
      const openAddresses = ['10.0.0.0/8', '::1']
      expect((await send(app, 'server/save', { ...server, labels, openAddresses })).http).toBe(200)
      expect((await send(app, 'server/save', { ...server, serviceName: '改名', revision: 2 })).http).toBe(200)
      expect(await entry(app)).toMatchObject({ labels, openAddresses, serviceName: '改名' })
      const record = app.catalogue.port.current().serverByKey.get('lantern:3:200')!
      expect(record).toMatchObject({ labels, connection: { openAddresses } })
      for (const wrong of [
        { labels: ['a;b'] },
        { labels: [''] },
        { openAddresses: ['10.0.0.0/33'] },
        { openAddresses: ['game.example'] },
      ]) {
        const [field] = Object.keys(wrong)
        const { http, body } = await send(app, 'server/save', { ...server, ...wrong, revision: 3 })
        expect([http, body.err?.field?.split('.')[0]]).toEqual([400, field])
      }
    }))

  it('who may not edit keys can narrow the addresses of a server, and not widen or clear them', () =>
    withServer(async (app) => {
      const editor = holding('*', 'catalogue.place.read', 'catalogue.place.edit')
      let revision = 1
      const save = async (openAddresses: string[], who?: typeof editor) => {
        const { http, body } = await send(app, 'server/save', { ...server, openAddresses, revision }, who)
        if (http === 200) revision++
        return [http, body.err?.code, body.err?.field]
      }
      const done = [200, undefined, undefined]
      const refused = [403, 'catalogue_secret_forbidden', 'openAddresses']
      expect(await save(['10.0.0.0/8', '::1', '10.1.0.0/16'], editor)).toEqual(done)
      expect(await save(['10.1.0.0/16', '::1'], editor)).toEqual(done)
      for (const wider of [[], ['0.0.0.0/0'], ['10.1.0.0/16', '::1', '10.2.0.0/16']]) {
        expect(await save(wider, editor)).toEqual(refused)
      }
      expect(await entry(app)).toMatchObject({ openAddresses: ['10.1.0.0/16', '::1'] })
      expect(await save([])).toEqual(done)
    }))

  it.each(['json', 'csv'] as const)('they travel with the catalogue as %s', (format) =>
    withServer(async (app) => {
      const lists = { labels: ['新服', '推荐'], openAddresses: ['10.0.0.0/8', '192.168.0.7'] }
      await send(app, 'server/save', { ...server, ...lists })
      const file = await app.as(admin).post<{ text: string }>('/platform/catalogue/export', { format })
      await send(app, 'server/save', { ...server, labels: [], openAddresses: [], revision: 2 })
      const bring = (apply: boolean) =>
        app
          .as(admin)
          .postText<{ rows: { place: string; fields: string[] }[]; counts: { changed: number } }>(
            '/platform/catalogue/import',
            { format, apply },
            file.body.data.text,
          )
      const { data } = (await bring(true)).body
      expect(data.counts.changed).toBe(1)
      expect(data.rows.find(({ place }) => place.endsWith('/200'))?.fields).toEqual([
        'labels',
        'open_addresses',
      ])
      expect(await entry(app)).toMatchObject(lists)
      expect((await bring(false)).body.data.counts.changed).toBe(0)
    }),
  )
})
