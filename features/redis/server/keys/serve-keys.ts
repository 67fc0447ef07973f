import { Readable } from 'node:stream'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { Bin, BinDeps } from '../bin/bin.ts'
import { serveBin } from '../bin/serve-bin.ts'
import { bufferOf } from '../bytes.ts'
import type { DatabaseRef, Databases } from '../guard/databases.ts'
import { makeKey } from './create-key.ts'
import { applyEdit } from './edit/edit-key.ts'
import { download } from './key-download.ts'
import { showKey } from './key-show.ts'
import { upload } from './key-upload.ts'
import { readWindow } from './key-window.ts'
import { readPage } from './page/key-page.ts'
import { readGroups } from './stream-groups.ts'

export interface KeysDeps extends Pick<BinDeps, 'store' | 'secretBox' | 'nowMs'> {
  databases: Databases
  bin: Bin
}

const decoded = (base64: string) => Buffer.from(base64, 'base64')

/** Calls about one key and what was in it; each goes to the database through its guard. */
export function serveKeys(deps: KeysDeps): ServedRoute[] {
  const { databases, bin } = deps
  const open = (ref: DatabaseRef, { caller, place }: CallContext) => databases.of({ caller, place }, ref)
  return [
    serve(contract.keyShow, async ({ body }, ctx) => showKey(await open(body, ctx), bufferOf(body.key))),
    serve(contract.keyPage, async ({ body }, ctx) => readPage(await open(body, ctx), body)),
    serve(contract.keyWindow, async ({ body }, ctx) => readWindow(await open(body, ctx), body)),
    serve(contract.keyDownload, async ({ query }, ctx) => {
      const field = query.field === undefined ? null : decoded(query.field)
      return download(await open(query, ctx), { key: decoded(query.key), field }, ctx)
    }),
    serve(contract.streamGroups, async ({ body }, ctx) => {
      const group = body.group === undefined ? null : bufferOf(body.group)
      return readGroups(await open(body, ctx), bufferOf(body.key), group)
    }),
    serve(contract.editKey, async ({ body }, ctx) => {
      const database = await open(body, ctx)
      const done = await applyEdit(bin, {
        database,
        key: bufferOf(body.key),
        edit: body.edit,
        by: ctx.caller.username,
      })
      ctx.note({ changed: done.changed, ...(done.binId === '' ? {} : { binId: done.binId }) })
      return done
    }),
    serve(contract.createKey, async ({ body }, ctx) => {
      await makeKey(await open(body, ctx), body)
      return {}
    }),
    serve(contract.keyUpload, async ({ query }, ctx) => {
      // An empty file has no body the kit would hand over.
      const isEmpty = ctx.request.headers['content-length'] === '0'
      const ask = {
        key: decoded(query.key),
        asked: query,
        pieces: isEmpty ? Readable.from([]) : ctx.sentBytes.pieces(),
        by: ctx.caller.username,
      }
      const bytes = await upload(bin, { database: await open(query, ctx), ...ask })
      ctx.note({ bytes })
      return { bytes }
    }),
    ...serveBin(deps),
  ]
}
