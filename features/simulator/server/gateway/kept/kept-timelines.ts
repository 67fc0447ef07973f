import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { KEPT_MAX, simulatorErrors } from '../../../contract/index.ts'
import type { ConnectionTarget, KeptTimeline } from '../../../contract/index.ts'
import { putDefinition } from '../../definitions/keep-definition.ts'
import { packDefinition } from '../../definitions/packed-definition.ts'
import type { Definition } from '../../definitions/packed-definition.ts'
import type { DefinitionTables } from '../../definitions/tables.ts'
import { nameTaken } from '../../name-taken.ts'
import { sessionPiece } from '../capture/session-file.ts'
import type { SessionOf } from '../capture/session-file.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import { EMPTY_BOOK } from '../messages.ts'
import type { MessageBook } from '../messages.ts'
import type { TimelineShares } from '../timeline/timeline-share.ts'
import type { KeptFiles } from './kept-files.ts'
import { openKeptText } from './kept-text.ts'
import type { KeptText } from './kept-text.ts'
import type { KeptRow, KeptTables } from './kept-tables.ts'

/** A time line to keep, and whose it is. */
export interface KeepOf {
  userId: string
  lineId: string
  uId: string
  target: ConnectionTarget
  session: SessionOf
  /** Throws where the time line has gone. */
  assertThere(): void
}

export interface KeepProgress {
  frames: number
  of: number
}

export interface KeptDeps {
  store: Store<KeptTables & DefinitionTables>
  files: KeptFiles
  shares: TimelineShares
  findDefinition: GatewayDeps['findDefinition']
}

const notFound = () => new AppError(simulatorErrors.simulator_kept_not_found)

/** What tells how its frames are read; the server or record it came from. */
function readAs(target: ConnectionTarget): Pick<KeptRow, 's_id' | 'record_id'> {
  const sId = target.kind === 'server' || target.kind === 'capture' ? target.sId : undefined
  const recordId = target.kind === 'server' ? undefined : target.recordId
  return { s_id: sId ?? null, record_id: recordId ?? '' }
}

/** Time lines that outlive their connections, until their owner deletes them. */
export class KeptTimelines {
  readonly #deps: KeptDeps
  /** Rows without a definition whose file was looked into. */
  readonly #looked = new Set<string>()

  constructor(deps: KeptDeps) {
    this.#deps = deps
  }

  async #viewOf(row: KeptRow): Promise<KeptTimeline> {
    const node = await this.#deps.files.node()
    return {
      keptId: row.id,
      lineId: row.line_id,
      name: row.name,
      title: row.title,
      ...(row.s_id === null ? {} : { sId: row.s_id }),
      ...(row.record_id === '' ? {} : { recordId: row.record_id }),
      uId: row.u_id,
      frames: row.frames,
      bytes: row.bytes,
      node: row.node_name,
      isHere: row.node_id === node.id,
      keptAt: row.kept_at,
    }
  }

  /** Counts in what the user's kept time lines take here; also what other nodes deleted is seen by that. */
  async count(userId: string): Promise<number> {
    const { store, files, shares } = this.#deps
    const { id } = await files.node()
    const { bytes } = await store.read
      .selectFrom('simulator_kept')
      .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
      .where('user_id', '=', userId)
      .where('node_id', '=', id)
      .executeTakeFirstOrThrow()
    shares.setKept(userId, Number(bytes ?? 0))
    return Number(bytes ?? 0)
  }

  async list(userId: string, lineId: string) {
    const rows = await this.#deps.store.read
      .selectFrom('simulator_kept')
      .selectAll()
      .where('user_id', '=', userId)
      .where('line_id', '=', lineId)
      .orderBy('kept_at', 'desc')
      .execute()
    const list = await Promise.all(rows.map((row) => this.#viewOf(row)))
    return { list, bytes: await this.count(userId), limitBytes: this.#deps.shares.bytesOfUser }
  }

  /** One's own of this line; throws `simulator_kept_not_found`. */
  async #find(id: string, userId: string, lineId: string): Promise<KeptRow> {
    const row = await this.#deps.store.read
      .selectFrom('simulator_kept')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('line_id', '=', lineId)
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    return row
  }

  /** The text of one's own, as the rights of the target allow; refuses what lies on another node. */
  async text(
    { keptId, sId, recordId }: Extract<ConnectionTarget, { kind: 'capture' }>,
    { userId, lineId }: { userId: string; lineId: string },
  ): Promise<KeptText> {
    const { files } = this.#deps
    const row = await this.#find(keptId!, userId, lineId)
    // Another one would say that its frames came from there.
    if (row.s_id !== (sId ?? null) || row.record_id !== (recordId ?? '')) throw notFound()
    if (row.node_id !== (await files.node()).id) {
      throw new AppError(simulatorErrors.simulator_kept_elsewhere, { params: { node: row.node_name } })
    }
    const pieces = await files.open(row.id)
    if (pieces === null) throw notFound()
    return openKeptText(pieces)
  }

  /** What one's own was read with when it was kept; throws `simulator_kept_nameless`. */
  async definition(lineId: string, id: string, userId: string): Promise<Definition> {
    const row = await this.#find(id, userId, lineId)
    const found =
      row.definition_hash === ''
        ? await this.#noteDefinition(row)
        : await this.#deps.findDefinition(row.definition_hash)
    if (found === null) throw new AppError(simulatorErrors.simulator_kept_nameless)
    return found
  }

  /** Rows of earlier releases do not name it, their files do: the row names it from then on, so that it stays. */
  async #noteDefinition({
    id,
    node_id: nodeId,
  }: Pick<KeptRow, 'id' | 'node_id'>): Promise<Definition | null> {
    const { store, files, findDefinition } = this.#deps
    const pieces = nodeId === (await files.node()).id ? await files.open(id) : null
    if (pieces === null) return null
    const { definition: hash, close } = await openKeptText(pieces)
    await close()
    const found = hash === null ? null : await findDefinition(hash)
    if (found === null) return null
    await store.write((tx) =>
      tx.updateTable('simulator_kept').set({ definition_hash: hash! }).where('id', '=', id).execute(),
    )
    return found
  }

  async assertFree({ userId, lineId }: Pick<KeepOf, 'userId' | 'lineId'>, name: string): Promise<void> {
    const rows = await this.#deps.store.read
      .selectFrom('simulator_kept')
      .select(['line_id', 'name'])
      .where('user_id', '=', userId)
      .execute()
    if (rows.length >= KEPT_MAX) {
      throw new AppError(simulatorErrors.simulator_kept_full, { params: { limit: KEPT_MAX } })
    }
    if (rows.some((row) => row.line_id === lineId && row.name === name)) throw nameTaken(name)
  }

  /** Keeps the frames there are now; `progress` counts them. */
  async keep(of: KeepOf, name: string, progress: KeepProgress): Promise<KeptTimeline> {
    const { files, shares } = this.#deps
    const { book } = of.session
    const id = uuidv7()
    await this.count(of.userId)
    let bytes = 0
    const take = (more: number): void => {
      shares.takeKept(of.userId, more)
      bytes += more
    }
    try {
      const node = await files.node()
      await files.write(id, pieces(of, progress), take)
      const row: KeptRow = {
        ...readAs(of.target),
        definition_hash: book === EMPTY_BOOK ? '' : book.hash,
        id,
        user_id: of.userId,
        line_id: of.lineId,
        name,
        title: of.session.title,
        u_id: of.uId,
        frames: progress.of,
        bytes,
        node_id: node.id,
        node_name: node.name,
        kept_at: Date.now(),
      }
      await this.#insert(row, book)
      await this.count(of.userId)
      return await this.#viewOf(row)
    } finally {
      // Counted with the row from here on, or deleted.
      shares.giveBackKept(of.userId, bytes)
    }
  }

  /** With the messages its frames were read with: its server or record may be gone when it is opened. */
  async #insert(row: KeptRow, { definition }: MessageBook): Promise<void> {
    const { store, files } = this.#deps
    try {
      const packed = row.definition_hash === '' ? null : await packDefinition(definition)
      await store.write(async (tx) => {
        const of = { hash: row.definition_hash, definition }
        if (packed !== null) await putDefinition(tx, of, packed, row.kept_at)
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('simulator_kept')
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'line_id', 'name']).doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows !== 1n) throw nameTaken(row.name)
      })
    } catch (error) {
      await files.delete(row.id)
      throw error
    }
  }

  async delete(lineId: string, id: string, ctx: CallContext): Promise<null> {
    const { files } = this.#deps
    const { userId } = ctx.caller
    await this.#find(id, userId, lineId)
    await ctx.commit<KeptTables, unknown>((tx) =>
      tx.deleteFrom('simulator_kept').where('id', '=', id).execute(),
    )
    await files.delete(id)
    await this.count(userId)
    return null
  }

  /** Notes what rows of earlier releases were read with, and deletes files whose row is gone: deleted on another node, or never written to its end. */
  async sweep(): Promise<void> {
    const { store, files } = this.#deps
    const { id } = await files.node()
    const rows = await store.read
      .selectFrom('simulator_kept')
      .select(['id', 'node_id', 'definition_hash'])
      .where('node_id', '=', id)
      .execute()
    for (const row of rows) {
      if (row.definition_hash !== '' || this.#looked.has(row.id)) continue
      this.#looked.add(row.id)
      await this.#noteDefinition(row)
    }
    await files.sweep(new Set(rows.map((row) => row.id)))
  }
}

async function* pieces({ session, assertThere }: KeepOf, progress: KeepProgress): AsyncGenerator<string> {
  for (let from: number | null = 0; from !== null && (from === 0 || from < progress.of);) {
    assertThere()
    const piece: { text: string; next: number | null } = await sessionPiece(session, from, progress.of)
    // A time line that was closed meanwhile gives frames without bytes.
    assertThere()
    yield piece.text
    from = piece.next
    progress.frames = from ?? progress.of
  }
}
