import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { createDialer, errorText, loadTexts } from '@qd/server-kit'
import type { Notice } from '@qd/server-kit'
import { aCaller, createTestApp, everything } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { openStoreForTest } from '@qd/store/testing'
import { vi } from 'vitest'
import type { UpdateView } from '../../contract/index.ts'
import { createUpdates } from '../updates/create-updates.ts'
import { updateMigrations } from '../updates/update-migrations.ts'
import type { UpdateTables } from '../updates/update-tables.ts'
import type { FeedSettings, UpdatesDeps } from '../updates/updates-deps.ts'

const texts = new URL('../../contract/locales/', import.meta.url)
const said = loadTexts([coreTextsFolder, texts])
import { startPublisher } from './update-publisher.ts'

interface Options extends Partial<Omit<UpdatesDeps, 'source' | 'store'>> {
  source?: Partial<FeedSettings> | null
}

/** The package of the feeds of tests. */
export const content = Buffer.from('the whole new console')

/** A node with nothing but updates, over the real dialer; packages come into a folder of its own. */
export function updatesNode(store: Store<UpdateTables>, { source, ...options }: Options = {}) {
  const told: Notice[] = []
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'qd-updates-'))
  const dialer = createDialer({ ownPorts: () => [] })
  const networks = settingsNetworks({ allowLoopback: true, allowPrivate: true })
  const updates = createUpdates({
    source: source === null ? null : ({ networks, ...source } as FeedSettings),
    store: store.as(),
    dialer,
    notifications: {
      tell: async (_tx, notice) => {
        told.push(notice)
      },
    },
    running: '0.1.0',
    platform: 'linux',
    arch: 'x64',
    machine: 'harbour',
    say: (error, lang) => errorText(error, said, lang),
    log: { warn: () => undefined },
    ...options,
    folder,
  })
  const app = createTestApp({ features: [{ name: 'system', texts, ...updates }], store: store.as() })
  const admin = app.as(aCaller('boss', [everything], ['ROLE_ADMIN']))
  const view = async (call: string, body: object = {}): Promise<UpdateView> => {
    const answer = await admin.post<UpdateView>(`/platform/update/${call}`, body)
    if (answer.http !== 200) throw new Error(`${call}: ${answer.http} ${answer.body.err?.code}`)
    return answer.body.data
  }
  return {
    app,
    admin,
    told,
    folder,
    updates,
    view,
    async end() {
      await updates.stop()
      await app.close()
      dialer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a test opened, closed after it by `end`. */
export function updatesTest() {
  const undo: (() => Promise<unknown> | unknown)[] = []
  const freshStore = async () => {
    const store = await openStoreForTest<UpdateTables>('sqlite', updateMigrations)
    undo.push(() => store.close())
    return store
  }
  return {
    undo,
    freshStore,
    async publishing(pair?: Parameters<typeof startPublisher>[0]) {
      const publisher = await startPublisher(pair)
      undo.push(publisher.stop)
      return publisher
    },
    async nodeOf({ feed, key }: Pick<FeedSettings, 'feed' | 'key'>, options: Options = {}) {
      const node = updatesNode(await freshStore(), { ...options, source: { feed, key, ...options.source } })
      undo.push(node.end)
      return node
    },
    async end() {
      for (const step of undo.splice(0).toReversed()) await step()
    },
  }
}

/** Waits until the work of the node has come to a stage. */
export function settled({ view }: ReturnType<typeof updatesNode>, stage: UpdateView['stage']) {
  return vi.waitFor(async () => {
    const found = await view('status')
    if (found.stage !== stage) throw new Error(`${found.stage} ${found.fault?.code ?? ''}`)
    return found
  })
}
