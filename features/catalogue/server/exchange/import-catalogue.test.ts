import { QD1 } from '@qd/game-frame'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { RouteReply } from '@qd/contract-kit'
import { EXCHANGE_LIMITS } from '../../contract/index.ts'
import type { importCatalogue } from '../../contract/index.ts'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'

type Reply = RouteReply<typeof importCatalogue>
const admin = holding('*', '*')

const HEAD = 'game,partnerCode,lineId,sId,serviceName,apiUrl,serverId,keyId,codec,hashKey,enabled'
const row = (sId: number | string, part: { name?: string; url?: string; key?: string } = {}) =>
  [
    'lantern,northwind,northwind-test',
    sId,
    part.name ?? `S${sId}`,
    part.url ?? 'https://game.example.com',
    `s${sId}`,
    'k1',
    'qd-1',
    part.key ?? 'key',
    'true',
  ].join(',')

describeStored('import and export', placesMigrations, (open) => {
  async function withApp(run: (app: PlacesApp) => Promise<void>): Promise<void> {
    const app = await startPlacesApp(await open<never>())
    try {
      await run(app)
    } finally {
      await app.stop()
    }
  }
  const bring = (app: PlacesApp, text: string, part: object = {}, caller = admin) =>
    app
      .as(caller)
      .postText<Reply>('/platform/catalogue/import', { format: 'csv', apply: false, ...part }, text)
  const verdicts = (reply: Reply) => reply.rows.map(({ line, change }) => `${line} ${change}`)

  it('what was exported comes back unchanged, as JSON and as CSV', () =>
    withApp(async (app) => {
      for (const format of ['json', 'csv'] as const) {
        const file = await app.as(admin).post<{ text: string }>('/platform/catalogue/export', { format })
        const { data } = (await bring(app, file.body.data.text, { format })).body
        expect(data.counts).toMatchObject({ added: 0, changed: 0, refused: 0 })
        expect(data.counts.unchanged).toBe(format === 'json' ? 11 : 5)
      }
    }))

  it('says line by line what would happen and does none of it', () =>
    withApp(async (app) => {
      const bad = [row(201), row('x'), row(202, { url: 'http://10.0.0.1' }), row(201), '"a\nb",x,y,1,,,,,,,']
      const { data } = (await bring(app, [HEAD, ...bad].join('\n'))).body
      expect(verdicts(data)).toEqual(['2 added', '3 refused', '4 refused', '5 refused', '6 refused'])
      expect(data.rows[2]).toMatchObject({ fields: ['apiUrl'], note: 'catalogue_address_closed' })
      expect(app.catalogue.port.current().serverByKey.has('lantern:3:201')).toBe(false)
    }))

  it('line ends of several systems in one file leave nothing in the last cell', () =>
    withApp(async (app) => {
      const head = 'game,partnerCode,lineId,sId,serviceName,apiUrl,serverId,codec,hashKey,keyId'
      const line = (sId: number) =>
        `lantern,northwind,northwind-test,${sId},S${sId},https://game.example.com,s${sId},qd-1,key,k${sId}`
      const text = `${head}\n${line(201)}\r\n${line(202)}\r${line(203)}`
      expect((await bring(app, text, { apply: true })).body.data).toMatchObject({ counts: { added: 3 } })
      const file = await app
        .as(admin)
        .post<{ text: string }>('/platform/catalogue/export', { format: 'json' })
      const keys = [...file.body.data.text.matchAll(/"keyId":\s*"(k20[^"]*)"/g)].map(([, key]) => key)
      expect(keys).toEqual(['k201', 'k202', 'k203'])
    }))

  it('does all of it or nothing', () =>
    withApp(async (app) => {
      const mixed = [HEAD, row(201), row(0)].join('\r\n')
      const refused = await bring(app, mixed, { apply: true })
      expect(refused).toMatchObject({ http: 422, body: { err: { code: 'catalogue_import_refused' } } })
      expect(app.catalogue.port.current().serverByKey.has('lantern:3:201')).toBe(false)
      const done = await bring(app, [HEAD, row(201), row(202)].join('\r\n'), { apply: true })
      expect(done.body.data).toMatchObject({ isApplied: true, counts: { added: 2 } })
      expect(app.catalogue.port.current().serverByKey.get('lantern:3:202')?.serviceName).toBe('S202')
    }))

  it('a new server without a key waits, switched off', () =>
    withApp(async (app) => {
      const text = [HEAD, row(201, { key: '' })].join('\n')
      const { data } = (await bring(app, text, { apply: true })).body
      expect(data.rows[0]).toMatchObject({ change: 'added', note: expect.stringContaining('密钥') })
      expect(app.catalogue.port.current().serverByKey.has('lantern:3:201')).toBe(false)
    }))

  it('a file makes a whole new branch, channels and all', () =>
    withApp(async (app) => {
      const server = {
        sId: 1,
        serviceName: 'one',
        apiUrl: 'https://a.example.com',
        serverId: 's',
        keyId: 'k',
        codec: QD1,
      }
      const line = {
        lineId: 'r1',
        lineCode: 'r',
        name: 'R',
        environment: 'dev',
        channels: [{ code: 'c', name: 'C' }],
      }
      const operators = [
        { partnerCode: 'own', platform: 1, name: 'Own', lines: [{ ...line, servers: [server] }] },
      ]
      const text = JSON.stringify({ games: [{ game: 'reef', name: 'Reef', code: 'reef', operators }] })
      const { data } = (await bring(app, text, { format: 'json', apply: true })).body
      expect(verdicts(data)).toEqual(['1 added', '2 added', '3 added', '4 added'])
      expect(app.catalogue.port.current().lineById.get('r1')?.channels).toEqual([{ code: 'c', name: 'C' }])
    }))

  it('each row needs the right for its own place, and production its typed name', () =>
    withApp(async (app) => {
      const caller = holding('lantern/northwind', 'catalogue.place.edit', 'catalogue.secret.edit')
      const foreign = row(201).replace('northwind,northwind-test', 'harbour,harbour-dev')
      const { data } = (await bring(app, [HEAD, row(201), foreign].join('\n'), {}, caller)).body
      expect(verdicts(data)).toEqual(['2 added', '3 refused'])
      const live = [HEAD, row(201).replace('northwind,northwind-test', 'harbour,harbour-prod')].join('\n')
      const asked = await bring(app, live, { apply: true })
      expect(asked.body.err).toMatchObject({ code: 'confirm_required', details: { expected: '正式线' } })
      const typed = { apply: true, reason: 'new server', confirm: '正式线' }
      expect((await bring(app, live, typed)).http).toBe(200)
    }))

  it.each([
    ['json', '{"games":[{"__proto__":{"a":1}}]}', 'key_forbidden'],
    ['json', '{"games":1}', 'catalogue_file_unreadable'],
    ['json', '{', 'invalid_json'],
    ['json', '['.repeat(5_000), 'body_too_deep'],
    ['json', `{"games":[${'0,'.repeat(1_000_000)}0]}`, 'body_too_many_values'],
    ['json', `{"games":["${'x'.repeat(EXCHANGE_LIMITS.bytes)}"]}`, 'body_too_large'],
    ['json', '{"games":[]}', 'catalogue_file_unreadable'],
    ['csv', 'a,b\n1,2', 'catalogue_file_unreadable'],
    ['csv', `${HEAD}\n"open`, 'catalogue_file_unreadable'],
    ['csv', `${HEAD}\n${row(201)},more`, 'catalogue_file_unreadable'],
    ['csv', `${HEAD}\nlantern,northwind`, 'catalogue_file_unreadable'],
    ['csv', 'game,game,partnerCode,lineId,sId\n', 'catalogue_file_unreadable'],
    [
      'csv',
      `${HEAD}\n${Array.from({ length: 10_001 }, (_, at) => row(at)).join('\n')}`,
      'catalogue_file_too_long',
    ],
  ] as const)('a %s file is refused as a whole (%#)', (format, text, code) =>
    withApp(async (app) => {
      expect((await bring(app, text, { format })).body.err?.code).toBe(code)
    }),
  )
})
