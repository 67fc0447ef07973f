import { AppError } from '@qd/contract-kit'
import { inTurns, turnClock, uuidv7 } from '@qd/server-kit'
import type { CatalogueServer } from '@qd/server-kit'
import { SHEET_BOUNDS, readSheet } from '@qd/sheet-rows'
import type { SheetRow, SheetSource } from '@qd/sheet-rows'
import { MAIL_IMPORT_MAX, mailErrors } from '../../contract/index.ts'
import type { ColumnMap } from '../../contract/index.ts'
import type { SetInfo } from '../drafts/mail-record.ts'
import type { UseCaseDeps } from '../mail-deps.ts'
import type { MailChunkRow, MailProblemRow, MailSetRow } from '../tables.ts'
import { ChunkBuilder } from './chunk-builder.ts'
import { chunkSizes } from './chunk-size.ts'
import { fileFault } from './file-fault.ts'
import { serverFinder } from './find-server.ts'
import { ListReader } from './list-reader.ts'
import { ListSample } from './list-sample.ts'
import { LOOKED_UP_PART, LOOKED_UP_WHOLE, lookUpPlayers } from './look-up.ts'
import type { ListedPlayer } from './look-up.ts'
import { OwnGifts } from './own-gifts.ts'
import { playerKey } from './recipient.ts'
import { SpreadSample } from './spread-sample.ts'

export interface GivenFile {
  name: string
  source: SheetSource
}

interface Import {
  mailId: string
  lineId: string
  servers: readonly CatalogueServer[]
  files: readonly GivenFile[]
  columns: ColumnMap
  mostPlayers?: number
}

const PROBLEMS_KEPT = 100_000
const PROBLEMS_TOLD = 100
const PROBLEM_LENGTH = 200
/** Rows of one insert. */
const INSERTED = 100
/** Characters of chunks, or problems, that are worth a commit of their own. */
const COMMITTED_LENGTH = 65_536
const COMMITTED_PROBLEMS = 2_000
/** Rows between two looks whether others wait for their turn. */
const ROWS_A_STEP = 100

/** Reads files into a set of its own, which nothing points at before it is whole. */
class ListImport {
  readonly setId = uuidv7()
  readonly #deps: UseCaseDeps
  readonly #import: Import
  readonly #reader: ListReader
  readonly #chunks: ChunkBuilder
  readonly #own = new OwnGifts()
  readonly #clock = turnClock()
  readonly #files: SetInfo['files'] = []
  #problems: MailProblemRow[] = []
  readonly #told: SetInfo['firstProblems'] = []
  #problemCount = 0
  #duplicates = 0
  #problemSeq = 0
  readonly #lookUp = new SpreadSample<ListedPlayer>(LOOKED_UP_WHOLE, LOOKED_UP_PART)
  readonly #sample = new ListSample()

  constructor(deps: UseCaseDeps, given: Import, sizeOf: (server: CatalogueServer) => number) {
    this.#deps = deps
    this.#import = given
    const findServer = serverFinder(deps, given.lineId, given.servers)
    this.#reader = new ListReader({ columns: given.columns, servers: given.servers, findServer })
    this.#chunks = new ChunkBuilder(sizeOf)
  }

  async readFile({ name, source }: GivenFile, signal: AbortSignal): Promise<void> {
    let rows = 0
    try {
      for await (const some of readSheet(source, SHEET_BOUNDS)) {
        signal.throwIfAborted()
        const isFirst = rows === 0
        rows += some.length
        await inTurns(this.#takeRows(name, isFirst ? this.#withoutHead(some) : some), this.#clock)
        await this.#flush()
      }
    } catch (error) {
      throw fileFault(error, name)
    }
    this.#files.push({ name, rows })
  }

  async end(signal: AbortSignal): Promise<{ row: MailSetRow; info: SetInfo }> {
    const asked = await this.#askGames(signal)
    const { chunks, hash, players, servers } = this.#chunks.end()
    await this.#write(chunks, this.#problems.splice(0))
    const { columns, mailId } = this.#import
    const own = this.#own.told()
    const info: SetInfo = {
      duplicates: this.#duplicates,
      problems: this.#problemCount,
      firstProblems: this.#told,
      files: this.#files,
      servers: servers.map(({ server, players: count }) => ({
        sId: server.sId,
        name: server.serviceName,
        players: count,
      })),
      ...asked,
      vars: Object.keys(columns.vars ?? {}),
      hasOwnAttach: own.players > 0,
      own,
      sample: this.#sample.told(),
    }
    const row = {
      id: this.setId,
      mail_id: mailId,
      players,
      hash,
      info: JSON.stringify(info),
      at: this.#deps.nowMs(),
    }
    return { row, info }
  }

  #withoutHead(rows: readonly SheetRow[]): readonly SheetRow[] {
    return this.#import.columns.hasHead ? rows.slice(1) : rows
  }

  *#takeRows(file: string, rows: readonly SheetRow[]): Generator<void, void> {
    for (const [index, row] of rows.entries()) {
      this.#takeRow(file, row)
      if (index % ROWS_A_STEP === 0) yield
    }
  }

  #takeRow(file: string, row: SheetRow): void {
    const read = this.#reader.read(row)
    if ('code' in read) {
      if (read.code === 'repeated') this.#duplicates += 1
      else this.#problemCount += 1
      this.#tellProblem({ file, line: row.line, code: read.code, text: read.text })
      return
    }
    const { server, recipient } = read
    this.#chunks.add(server, recipient)
    if (recipient.attach !== undefined) this.#own.add(recipient.attach)
    const { mostPlayers: limit = MAIL_IMPORT_MAX } = this.#import
    if (this.#chunks.players > limit)
      throw new AppError(mailErrors.mail_too_many_players, { params: { limit } })
    this.#sample.add(read)
    const { uId, roleId } = recipient
    const named = uId === undefined ? { roleId: roleId ?? '' } : { uId }
    this.#lookUp.add({ file, line: row.line, server, recipient: named })
  }

  #tellProblem({ file, line, code, text: all }: SetInfo['firstProblems'][number]): void {
    const text = all.slice(0, PROBLEM_LENGTH)
    this.#problemSeq += 1
    if (this.#problemSeq <= PROBLEMS_KEPT)
      this.#problems.push({ set_id: this.setId, seq: this.#problemSeq, file, line, code, text })
    if (this.#told.length < PROBLEMS_TOLD) this.#told.push({ line, file, code, text })
  }

  /** Asks the games who of the list is nobody; those stay on it: to leave somebody out is not for a search to decide. */
  async #askGames(signal: AbortSignal): Promise<Pick<SetInfo, 'lookup'>> {
    const players = this.#lookUp.taken()
    if (players.length === 0) return {}
    const { lookup, unknown } = await lookUpPlayers(this.#deps, { players, of: this.#lookUp.count }, signal)
    for (const { file, line, recipient } of unknown)
      this.#tellProblem({ file, line, code: 'unknown', text: playerKey(recipient) })
    return { lookup }
  }

  async #flush(): Promise<void> {
    const isWorth =
      this.#chunks.readyLength >= COMMITTED_LENGTH || this.#problems.length >= COMMITTED_PROBLEMS
    if (!isWorth) return
    await this.#write(this.#chunks.take(), this.#problems.splice(0))
  }

  async #write(chunks: readonly Omit<MailChunkRow, 'set_id'>[], problems: readonly MailProblemRow[]) {
    if (chunks.length + problems.length === 0) return
    const set_id = this.setId
    await this.#deps.store.write(async (tx) => {
      for (let at = 0; at < chunks.length; at += INSERTED) {
        const some = chunks.slice(at, at + INSERTED).map((chunk) => ({ ...chunk, set_id }))
        await tx.insertInto('mail_chunk').values(some).execute()
      }
      for (let at = 0; at < problems.length; at += INSERTED)
        await tx
          .insertInto('mail_problem')
          .values(problems.slice(at, at + INSERTED))
          .execute()
    })
  }
}

/** Reads the players of some files and stores them as a set; throws `mail_no_players` where none is left. */
export async function importLists(deps: UseCaseDeps, given: Import, signal: AbortSignal) {
  const { uId, roleId } = given.columns
  if (uId === undefined && roleId === undefined)
    throw new AppError(mailErrors.mail_columns_wrong, { field: 'columns' })
  const list = new ListImport(deps, given, await chunkSizes(deps, given.servers))
  for (const file of given.files) await list.readFile(file, signal)
  return list.end(signal)
}
