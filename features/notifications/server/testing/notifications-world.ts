import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { definePermission } from '@qd/contract-kit'
import type { Grant } from '@qd/contract-kit'
import { formatText } from '@qd/i18n'
import { createDialer, createEnvelopeBox, loadTexts } from '@qd/server-kit'
import type { NotificationKind } from '@qd/server-kit'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import type { Migration, Store } from '@qd/store'
import { randomBytes } from 'node:crypto'
import { createNotificationsFeature, notificationMigrations } from '../index.ts'
import type { NotificationsDeps, NotificationTables } from '../index.ts'

export const worldMigrations: Migration[] = [...leaseMigrations, ...notificationMigrations]

export const watch = definePermission({ routerName: 'test', code: 'watch', type: 'menu', heldBy: [] })
/** Told to named people only. */
export const GREETED: NotificationKind = { name: 'test.greeted', level: 'info' }
/** Told to all who may watch the place, and to webhooks. */
export const FELL: NotificationKind = { name: 'test.fell', level: 'error', heldBy: watch }

const WORDS: Record<string, Record<string, string>> = {
  'notify.test.greeted.title': { en: 'Hello from {{name}}', cn: '{{name}} 向您问好' },
  'notify.test.greeted.name': { en: 'Greeting', cn: '问候' },
  'notify.test.fell.title': { en: 'Server {{server}} fell', cn: '区服 {{server}} 已停止' },
  'notify.test.fell.text': { en: 'Look at it', cn: '请查看' },
}

const own = loadTexts([new URL('../../contract/locales/', import.meta.url)])

const ENVIRONMENTS: Record<string, 'production' | 'test'> = { live: 'production', lab: 'test' }

/** The rights of somebody who may watch and keep webhooks at a place. */
export const keeping = (scope: string, environment: Grant['environment'] = '*'): Grant => ({
  scope,
  environment,
  codes: ['test.watch', 'webhooks.edit'],
})
export const openingNetworks: Grant = { scope: '*', environment: '*', codes: ['catalogue.network.allow'] }

/** The same key for every node of a test. */
export const testKey = randomBytes(32)

interface WorldOptions extends Partial<Pick<NotificationsDeps, 'nowMs' | 'timing' | 'smtp' | 'secretBox'>> {
  /** User ids by kind and scope; default: who keeps webhooks in the tests. */
  holders?: (scope: string) => readonly string[]
  inactive?: readonly string[]
  /** Beside those every node knows. */
  moreKinds?: readonly NotificationKind[]
}

/** One node with nothing but notifications. */
export function notificationsNode(store: Store<NotificationTables>, options: WorldOptions = {}) {
  const { holders = () => ['id-boss', 'id-keeper'], inactive = [], moreKinds = [], ...more } = options
  const faults: unknown[] = []
  const dialer = createDialer({ ownPorts: () => [] })
  const feature = createNotificationsFeature({
    store,
    kinds: () => [GREETED, FELL, ...moreKinds, ...(feature.notifications ?? [])],
    holdersOf: async (_permission, { scope }) => holders(scope),
    activeAmong: async (_tx, ids) => ids.filter((id) => !inactive.includes(id)),
    userNamesOf: async (ids) => new Map(ids.map((id) => [id, id.replace('id-', '')])),
    namesOf: (path) => (path === '*' || path.startsWith('nowhere') ? [] : path.split('/')),
    environmentOf: (path) => ENVIRONMENTS[path.split('/')[2] ?? ''] ?? null,
    texts: {
      text: (lang, key, params) =>
        WORDS[key] === undefined
          ? own.get(lang, 'texts', key, params)
          : formatText(WORDS[key][lang] ?? key, params),
      has: (lang, key) => WORDS[key] !== undefined || own.has(lang, 'texts', key),
    },
    secretBox: createEnvelopeBox(testKey),
    dialer,
    publicUrl: 'https://console.example/',
    log: { error: (detail) => faults.push(detail) },
    random: () => 1,
    ...more,
  })
  const app = createTestApp({ features: [feature], store: store as never })
  const { port } = feature
  return {
    app,
    feature,
    faults,
    /** Tells in a write of its own. */
    tell: (notice: Parameters<typeof port.tell>[1], to: readonly string[] | 'holders') =>
      store.write((tx) => port.tell(tx, notice, to)),
    speak: (name: string, ...grants: Grant[]) => app.as(aCaller(name, grants)),
    async close() {
      await feature.stop()
      await app.close()
      dialer.close()
    },
  }
}
export type NotificationsNode = ReturnType<typeof notificationsNode>

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks of our own; it answers as the test says. */
export async function startReceiver() {
  const got: Received[] = []
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.writeHead(200).end('ok')
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(pieces).toString('utf8') })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    answerWith(next: typeof answer) {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
