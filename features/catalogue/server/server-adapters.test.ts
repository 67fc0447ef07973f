import type { WholeAdapter } from '@qd/game-contract/adapter'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { ServerEntry, TestStep } from '../contract/index.ts'
import type { CatalogueTables } from './index.ts'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'

const admin = holding('*', '*')
const AT = '/platform/catalogue'
const LINE = 'northwind-test'

describeStored('the adapter a record names', placesMigrations, (open) => {
  /** A console with one more adapter, `few`, which offers the clock and nothing else. */
  async function withApp(run: (app: PlacesApp) => Promise<void>): Promise<void> {
    const few = ({ meta, time }: WholeAdapter) => ({ name: 'few', meta, time })
    const app = await startPlacesApp(await open<never>(), (standard) => [
      { adapter: few(standard), fresh: () => few(standard) },
    ])
    try {
      await run(app)
    } finally {
      await app.stop()
    }
  }
  const newServer = ({ game }: PlacesApp, sId: number) => {
    const { apiUrl, serverId, keyId, hashKey, ws, codec } = game.target
    const place = { lineId: LINE, sId, serviceName: `S${sId}`, openedAt: null, enabled: true, revision: 0 }
    const flags = { allowPlain: true, allowPrivate: false, allowLoopback: true }
    return { ...place, ...flags, apiUrl, serverId, keyId, hashKey, ws, codec }
  }
  const save = (app: PlacesApp, body: object, caller = admin) =>
    app.as(caller).post(`${AT}/server/save`, body)
  const kept = async (app: PlacesApp, sId: number) => {
    const { body } = await app.as(admin).post<ServerEntry[]>(`${AT}/servers`, { lineId: LINE })
    return body.data.find((server) => server.sId === sId)
  }
  /** What no call does: servers of the sandbox keep their adapter, and no call gives a name nobody knows. */
  const nameInTable = async (app: PlacesApp, sId: number, adapter: string) => {
    const tables = app.store.as<CatalogueTables>()
    await tables.write((tx) =>
      tx.updateTable('game_server').set({ adapter }).where('s_id', '=', sId).execute(),
    )
    // Any change loads the hierarchy anew.
    await save(app, { ...newServer(app, 299), enabled: false })
  }
  const get = (app: PlacesApp, url: string) => app.as(admin).get(`/adjust/${url}`)
  const UID = 'uId=30123000045'

  it('is standard where none is named, stays as it is on a change, and is changed by name', () =>
    withApp(async (app) => {
      expect((await kept(app, 123))?.adapter).toBe('standard')
      await save(app, newServer(app, 200))
      expect((await kept(app, 200))?.adapter).toBe('standard')
      await save(app, { ...newServer(app, 200), adapter: 'few', revision: 1 })
      await save(app, { ...newServer(app, 200), serviceName: '改名', revision: 2 })
      expect(await kept(app, 200)).toMatchObject({ serviceName: '改名', adapter: 'few' })
    }))

  it('is refused where the console has none of that name, in a form and in a file', () =>
    withApp(async (app) => {
      const refused = await save(app, { ...newServer(app, 200), adapter: 'gone' })
      expect(refused).toMatchObject({ http: 400, body: { err: { code: 'field_invalid', field: 'adapter' } } })
      const head = 'game,partnerCode,lineId,sId,serviceName,apiUrl,serverId,keyId,codec,adapter'
      const row = (sId: number, name: string) =>
        `lantern,northwind,${LINE},${sId},x,https://game.example.com,s,k1,qd-1,${name}`
      const text = [head, row(201, 'gone'), row(202, 'few'), row(203, '')].join('\n')
      const { body } = await app.as(admin).postText(`${AT}/import`, { format: 'csv', apply: false }, text)
      expect(body.data).toMatchObject({
        rows: [{ change: 'refused', fields: ['adapter'] }, { change: 'added' }, { change: 'added' }],
      })
    }))

  it('is in the files, and comes back from them', () =>
    withApp(async (app) => {
      await save(app, { ...newServer(app, 200), adapter: 'few' })
      for (const format of ['json', 'csv'] as const) {
        const file = await app.as(admin).post<{ text: string }>(`${AT}/export`, { format })
        const { text } = file.body.data
        expect(text).toContain('few')
        const bring = (given: string) =>
          app.as(admin).postText(`${AT}/import`, { format, apply: true }, given)
        expect((await bring(text)).body.data).toMatchObject({ counts: { added: 0, changed: 0, refused: 0 } })
        await bring(text.replace('few', 'standard'))
        expect((await kept(app, 200))?.adapter).toBe('standard')
        await bring(text)
        expect((await kept(app, 200))?.adapter).toBe('few')
      }
    }))

  it('is changed only by who may set keys, and never under the sandbox', () =>
    withApp(async (app) => {
      await save(app, newServer(app, 200))
      const other = { ...newServer(app, 200), hashKey: undefined, adapter: 'few', revision: 1 }
      const editor = holding('*', 'catalogue.place.read', 'catalogue.place.edit')
      const refusal = { code: 'catalogue_secret_forbidden', field: 'adapter' }
      expect((await save(app, other, editor)).body).toMatchObject({ err: refusal })
      expect((await save(app, { ...other, adapter: 'standard' }, editor)).http).toBe(200)
      const { revision } = (await kept(app, 123))!
      const { hashKey: _hashKey, ...managed } = { ...newServer(app, 123), adapter: 'few', revision }
      expect((await save(app, managed)).body).toMatchObject({ err: { code: 'catalogue_managed' } })
    }))

  it('answers for its server alone: what it does not offer, another server of the line may', () =>
    withApp(async (app) => {
      await nameInTable(app, 123, 'few')
      const card = await get(app, `index?sId=123&lineId=${LINE}`)
      expect(card.body.data).toMatchObject({ status: 'running', clock: { zone: 480 } })
      expect(await get(app, `lookup?${UID}`)).toMatchObject({
        http: 409,
        body: { err: { code: 'capability_missing', retryable: false } },
      })
      expect((await get(app, `getCrossServer?lineId=${LINE}`)).body.data).toEqual([])
      await save(app, newServer(app, 200))
      expect((await get(app, `getCrossServer?lineId=${LINE}`)).body.data).toMatchObject([{ value: 'g1' }])
    }))

  it('that this console does not know leaves its server unknown, and every other one as it was', () =>
    withApp(async (app) => {
      await save(app, newServer(app, 200))
      await nameInTable(app, 123, 'gone')
      const list = await app.as(admin).post<object[]>(`/partner/server/list/${LINE}`)
      expect(list.body.data).toMatchObject([
        { sId: 123, status: 'unknown' },
        { sId: 124, status: 'stopped' },
        { sId: 200, status: 'running' },
      ])
      const missing = { http: 409, body: { err: { code: 'capability_missing' } } }
      expect(await get(app, `lookup?${UID}`)).toMatchObject(missing)
      expect(await get(app, `time?sId=123&lineId=${LINE}`)).toMatchObject(missing)
      expect(await get(app, `time?sId=200&lineId=${LINE}`)).toMatchObject({ http: 200 })
      const { revision } = (await kept(app, 123))!
      const renamed = { ...newServer(app, 123), hashKey: undefined, serviceName: '改名', revision }
      expect((await save(app, renamed)).http).toBe(200)
      expect(await kept(app, 123)).toMatchObject({ serviceName: '改名', adapter: 'gone' })
    }))

  it('is the one a connection test tries', () =>
    withApp(async (app) => {
      const { serviceName: _name, openedAt: _at, enabled: _on, revision: _r, ...record } = newServer(app, 123)
      const asked = { ...record, lineId: 'harbour-prod' }
      const failed = async (adapter?: string) => {
        const { body } = await app
          .as(admin)
          .post<{ steps: TestStep[] }>(`${AT}/test`, { ...asked, ...(adapter && { adapter }) })
        return body.data.steps
          .filter(({ state }) => state === 'failed')
          .map(({ step, code }) => `${step} ${code}`)
      }
      expect(await failed()).toEqual([])
      expect(await failed('few')).toEqual(['protocol capability', 'socket capability'])
      expect(await failed('gone')).toEqual(['http capability'])
    }))

  it('weighs in production as the way to the server does', () =>
    withApp(async (app) => {
      const made = { ...newServer(app, 200), lineId: 'harbour-prod' }
      await save(app, made)
      const other = { ...made, hashKey: undefined, adapter: 'few', revision: 1 }
      expect((await save(app, other)).body).toMatchObject({ err: { code: 'confirm_required' } })
    }))
})
