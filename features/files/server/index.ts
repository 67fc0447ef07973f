import { serve } from '@qd/server-kit'
import type { CallContext, FilesPort, MadeFilesPort, ServerFeature } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import { sendFile } from './download/send-file.ts'
import { diskFault } from './folder/disk-fault.ts'
import { FileFolder } from './folder/file-folder.ts'
import { FILE_LIMITS } from './files-deps.ts'
import type { FilesDeps, UseCaseDeps } from './files-deps.ts'
import { createOneFolder } from './one-folder.ts'
import { writeMade } from './made/write-made.ts'
import { openFile } from './open-file.ts'
import { listFiles } from './list-files.ts'
import { inTurn } from './in-turn.ts'
import { Readings } from './readings.ts'
import { sweepFiles } from './sweep-files.ts'
import { beginUpload } from './upload/begin-upload.ts'
import { discardFile } from './upload/discard-file.ts'
import { findFile, viewOf } from './upload/find-file.ts'
import { finishUpload } from './upload/finish-upload.ts'
import { takePart } from './upload/take-part.ts'

export { readContent, writeContent } from './backup/content-files.ts'
export type { ContentState } from './backup/content-files.ts'
export { contentsOf, keptRows } from './backup/kept-rows.ts'
export type { FilesDeps } from './files-deps.ts'
export { fileMigrations } from './file-migrations.ts'
export { FILE_NODE_GONE_MS } from './one-folder.ts'
export type { FileTables } from './file-tables.ts'

const HOUR_MS = 3_600_000

export interface FilesFeature extends ServerFeature {
  /** For features that are sent files. */
  port: FilesPort & MadeFilesPort
  start(): Promise<void>
  stop(): Promise<void>
}

/** Large files, sent in parts that a cut connection does not lose, and kept for as long as their use says. */
export function createFilesFeature(given: FilesDeps): FilesFeature {
  const nowMs = given.nowMs ?? Date.now
  let folder: FileFolder | null = null
  const theFolder = (): FileFolder => {
    if (folder === null) throw new Error('the folder is opened before it is used')
    return folder
  }
  let opening: Promise<void> | null = null
  const openFolder = async (): Promise<void> => {
    try {
      folder = await FileFolder.open(given.folder)
    } catch (error) {
      throw diskFault(error)
    }
    await oneFolder.start()
  }
  /** One that could not be opened at the start, on a full disk, is tried again with each call. */
  const ready = (): Promise<void> => {
    opening ??= openFolder().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
  const after =
    <I, A>(handle: (deps: UseCaseDeps, input: I, ctx: CallContext) => Promise<A>) =>
    async (input: I, ctx: CallContext): Promise<A> => {
      await ready()
      return handle(deps, input, ctx)
    }
  const oneFolder = createOneFolder({
    store: given.store,
    nowMs,
    folderId: () => theFolder().id,
    onFault: given.onFault,
  })
  const deps: UseCaseDeps = {
    store: given.store,
    uses: given.uses,
    nowMs,
    limits: { ...FILE_LIMITS, ...given.limits },
    get folder() {
      return theFolder()
    },
    oneAtATime: inTurn(),
    readings: new Readings(),
    assertOneFolder: () => oneFolder.assert(),
  }
  return {
    name: 'files',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(contract.fileBegin, { effect: 'store', handle: after(beginUpload) }),
      serve(contract.filePart, { effect: 'store', handle: after(takePart) }),
      serve(contract.fileFinish, { effect: 'store', handle: after(finishUpload) }),
      serve(contract.fileGet, async ({ body }, ctx) => viewOf(await findFile(deps, ctx.caller, body.fileId))),
      serve(contract.fileList, (input, ctx) => listFiles(deps, input, ctx)),
      serve(contract.fileDiscard, { effect: 'store', handle: after(discardFile) }),
      serve(contract.fileContent, after(sendFile)),
    ],
    port: {
      async open(caller, fileId, use) {
        await ready()
        return openFile(deps, caller, { fileId, use })
      },
      async write(caller, part) {
        await ready()
        return writeMade(deps, caller, part)
      },
    },
    cleanUps: [{ name: 'files', everyMs: HOUR_MS, run: () => ready().then(() => sweepFiles(deps)) }],
    // A console whose disk is full starts all the same: people sign in and read.
    start: () => ready().catch(given.onFault),
    async stop() {
      await oneFolder.stop()
      await folder?.stop()
    },
  }
}
