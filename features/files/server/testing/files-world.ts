import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePermission } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { aCaller, createTestApp } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { afterEach, beforeEach } from 'vitest'
import type { fileList } from '../../contract/index.ts'
import { createFilesFeature } from '../index.ts'
import type { FilesDeps, FileTables } from '../index.ts'
import type { FileView } from '../upload/find-file.ts'

export const MIB = 1_048_576

const sendLists = definePermission({ routerName: 'test', code: 'lists', type: 'button', heldBy: [] })
export const LISTS = { name: 'test.list', permission: sendLists, maxBytes: 40 * MIB, keptMs: 3_600_000 }
export const OTHERS = { ...LISTS, name: 'test.other' }

async function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'qd-files-'))
}

/** One node of the console with nothing but files. */
async function filesNode(
  store: Store<FileTables>,
  folder: string,
  more: Partial<Pick<FilesDeps, 'nowMs' | 'limits' | 'uses'>> = {},
) {
  const faults: unknown[] = []
  const files = createFilesFeature({
    store,
    folder,
    uses: () => [LISTS, OTHERS],
    onFault: (error) => faults.push(error),
    ...more,
  })
  await files.start()
  const app = createTestApp({ features: [files], store: store as never })
  const speak = (name: string, codes: readonly string[] = ['test.lists']) => {
    const caller = aCaller(name, [{ scope: 'lantern', environment: '*', codes: [...codes] }])
    const as = app.as(caller)
    const call = <T = FileView>(path: string, body: object) => as.post<T>(`/platform/file/${path}`, body)
    const part = (fileId: string, offset: number, bytes: Buffer, sha256?: string) =>
      as.postBytes<FileView>(
        `/platform/file/part?${new URLSearchParams({ fileId, offset: String(offset), ...(sha256 === undefined ? {} : { sha256 }) })}`,
        bytes,
      )
    return {
      caller,
      ...as,
      begin: (size: number, use = LISTS.name) => call('begin', { use, name: 'players.csv', size }),
      part,
      finish: (fileId: string, sha256?: string) =>
        call('finish', { fileId, ...(sha256 === undefined ? {} : { sha256 }) }),
      list: () => call<RouteReply<typeof fileList>>('list', {}),
      look: (fileId: string) => call('get', { fileId }),
      discard: (fileId: string) => call('discard', { fileId }),
      content: (fileId: string, headers?: Record<string, string>) =>
        as.get(`/platform/file/content?fileId=${fileId}`, headers),
      /** All of it at once; answers the id. */
      async send(content: Buffer): Promise<string> {
        const { fileId } = (
          await call('begin', { use: LISTS.name, name: 'players.csv', size: content.length })
        ).body.data
        for (let at = 0; at < content.length; at += 8 * MIB)
          await part(fileId, at, content.subarray(at, at + 8 * MIB))
        await call('finish', { fileId })
        return fileId
      },
    }
  }
  return {
    app,
    files,
    faults,
    speak,
    close: async () => {
      await app.close()
      await files.stop()
    },
  }
}
type FilesNode = Awaited<ReturnType<typeof filesNode>>

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** A fresh database and a fresh folder for each test, and nodes on both that end with it. */
export function useFiles(open: <DB>() => Promise<Store<DB>>) {
  let store: Store<FileTables>
  let folder: string
  const nodes: FilesNode[] = []
  beforeEach(async () => {
    store = await open<FileTables>()
    folder = await makeFolder()
  })
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((each) => each.close()))
    await removeFolder(folder)
  })
  return {
    store: () => store,
    folder: () => folder,
    async node(more: Parameters<typeof filesNode>[2] = {}, where = folder): Promise<FilesNode> {
      const made = await filesNode(store, where, more)
      nodes.push(made)
      return made
    },
    /** The newest was closed by the test itself. */
    forget: () => nodes.pop(),
    async contents(): Promise<string[]> {
      const lists = (await readdir(join(folder, 'contents'))).map((each) =>
        readdir(join(folder, 'contents', each)),
      )
      return (await Promise.all(lists)).flat()
    },
  }
}
