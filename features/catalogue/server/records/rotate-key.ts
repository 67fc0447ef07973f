import { AppError } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { catalogueErrors } from '../../contract/index.ts'
import type { endPreviousKey, rotateKey as rotateRoute } from '../../contract/index.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { hashKeyPlace, previousKeyPlace } from '../load/sealed-server.ts'
import type { CatalogueTables, ServerRow } from '../tables.ts'
import { placeFacts } from './approval-facts.ts'
import { changedMeanwhile, recordGone, serverEntry } from './entries.ts'
import { findServer } from './save-server.ts'

type KeyColumns = Pick<ServerRow, 'previous_key_id' | 'previous_hash_key'> &
  Partial<Pick<ServerRow, 'key_id' | 'hash_key'>>

/** Writes the keys of a server with the audit row, unless somebody else was faster. */
async function writeKeys(
  { cache }: AdministrationDeps,
  stored: ServerRow,
  { revision, columns }: { revision: number; columns: KeyColumns },
  ctx: CallContext,
): Promise<{ revision: number }> {
  const { key_id: keyId, previous_key_id: previousKeyId } = { ...stored, ...columns }
  const before = { keyId: stored.key_id, previousKeyId: stored.previous_key_id }
  ctx.changed(before, { keyId, previousKeyId })
  await ctx.approve(
    placeFacts({
      does: 'keys',
      name: stored.service_name,
      path: `${stored.line_id}/${stored.s_id}`,
      version: stored.revision,
      before,
      after: { keyId, previousKeyId },
      risk: 'R3',
      places: [ctx.place],
    }),
  )
  await ctx.commit<CatalogueTables, void>(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('game_server')
      .set({ ...columns, revision: revision + 1 })
      .where('key', '=', stored.key)
      .where('revision', '=', revision)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return
    const current = await findServer(tx, stored.line_id, stored.s_id)
    throw current ? changedMeanwhile(serverEntry(current)) : recordGone()
  })
  await cache.invalidate()
  return { revision: revision + 1 }
}

/** A server people keep; the keys of the sandbox come with its start. */
async function keptServer(deps: AdministrationDeps, lineId: string, sId: number): Promise<ServerRow> {
  const stored = await findServer(deps.store.read, lineId, sId)
  if (stored === undefined) throw recordGone()
  if (stored.is_managed === 1) throw new AppError(catalogueErrors.catalogue_managed, { field: 'hashKey' })
  return stored
}

/** Puts a new key in place of the current one, which stays as the previous one until it is ended. */
export async function rotateKey(
  deps: AdministrationDeps,
  { body }: RouteInput<typeof rotateRoute>,
  ctx: CallContext,
): Promise<{ revision: number }> {
  const { secretBox } = deps
  const stored = await keptServer(deps, body.lineId, body.sId)
  if (stored.hash_key === '') throw new AppError(catalogueErrors.catalogue_key_missing, { field: 'hashKey' })
  const old = secretBox.open(stored.hash_key, hashKeyPlace(stored.key))
  const columns = {
    key_id: body.keyId,
    hash_key: secretBox.seal(body.hashKey, hashKeyPlace(stored.key)),
    previous_key_id: stored.key_id,
    previous_hash_key: secretBox.seal(old, previousKeyPlace(stored.key)),
  }
  return writeKeys(deps, stored, { revision: body.revision, columns }, ctx)
}

/** From now on only the current key is taken. */
export async function endKey(
  deps: AdministrationDeps,
  { body }: RouteInput<typeof endPreviousKey>,
  ctx: CallContext,
): Promise<{ revision: number }> {
  const stored = await keptServer(deps, body.lineId, body.sId)
  const columns = { previous_key_id: '', previous_hash_key: '' }
  return writeKeys(deps, stored, { revision: body.revision, columns }, ctx)
}
