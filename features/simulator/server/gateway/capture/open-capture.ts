import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@qd/contract-kit'
import { QD1, readDescriptor } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { fromGame } from '@qd/server-kit'
import type { CatalogueServer } from '@qd/server-kit'
import { simulatorErrors } from '../../../contract/index.ts'
import type { Definition } from '../../definitions/packed-definition.ts'
import { commandsOf, layoutOfRecord, nestedOf } from '../../records/records.ts'
import type { RecordRow } from '../../records/record-tables.ts'
import type { GameConnection } from '../connection/connection.ts'
import type { GameWay } from '../connection/game-way.ts'
import type { GatewayDeps } from '../gateway-deps.ts'
import type { KeptText } from '../kept/kept-text.ts'
import { withoutKey } from '../link/without-key.ts'
import { EMPTY_BOOK, MessageBook } from '../messages.ts'
import type { TimelineNote } from '../timeline/timeline.ts'

const neverConnected = async (): Promise<never> => {
  throw new AppError(simulatorErrors.simulator_not_open)
}

/** A capture leads nowhere. */
export const captureWay = (name: string): GameWay => ({ title: name, prepare: neverConnected })

type CaptureDeps = Pick<GatewayDeps, 'reach' | 'keepDefinition' | 'findDefinition'>

/** Whose frames a capture holds, and who opens it. */
interface CaptureOf {
  server: CatalogueServer | undefined
  record(): Promise<RecordRow | null>
  /** What it was kept with. */
  kept: KeptText | null
  /** Chosen instead of theirs. */
  layout?: unknown
  by: string
}

/** The layout the person chose instead of the usual one. */
function chosenLayout(layout: unknown, usual: FrameDescriptor): FrameDescriptor {
  if (layout === undefined) return usual
  const read = readDescriptor(layout)
  if (read.ok) return read.descriptor
  throw new AppError(simulatorErrors.simulator_definition_invalid, {
    field: 'target.layout',
    params: { path: `layout ${read.path}`.trim(), reason: read.reason },
  })
}

interface ReadAs {
  descriptor: FrameDescriptor
  book: MessageBook
  /** What the person should know of the names. */
  note?: TimelineNote
}

/** As its server or record says now. */
async function readNow(
  { reach, keepDefinition }: CaptureDeps,
  { server, record, layout, kept, by }: CaptureOf,
): Promise<ReadAs> {
  const cutOf = (usual: FrameDescriptor) => chosenLayout(layout, cutAsKept(kept, usual))
  const row = await record()
  if (row !== null) {
    const descriptor = cutOf(layoutOfRecord(row))
    return { descriptor, book: new MessageBook(nestedOf(row), commandsOf(row), descriptor.body) }
  }
  if (server === undefined) return { descriptor: cutOf(QD1), book: EMPTY_BOOK }
  const reached = await reach.reach(server)
  const descriptor = cutOf(reached.target.codec)
  const { nested, cmds } = await fromGame(reached.proto.read(reached.target))
  const book = new MessageBook(nested, cmds, descriptor.body)
  await keepDefinition(server, { nested: nested as Definition['nested'], cmds }, by)
  return { descriptor, book }
}

/** The layout it was kept with; the usual one where they are the same, for that has the key of its cipher. */
function cutAsKept(kept: KeptText | null, usual: FrameDescriptor): FrameDescriptor {
  const layout = kept?.layout ?? null
  if (layout === null) return usual
  const read = readDescriptor(withoutKey(usual))
  return read.ok && isDeepStrictEqual(layout, read.descriptor) ? usual : layout
}

/** The layout with the key of its cipher, which was not kept; without it where nobody has it any more. */
async function cutNow({ reach }: CaptureDeps, { server, record }: CaptureOf, kept: KeptText) {
  try {
    const row = await record()
    if (row !== null) return cutAsKept(kept, layoutOfRecord(row))
    if (server !== undefined) return cutAsKept(kept, (await reach.reach(server)).target.codec)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return kept.layout ?? QD1
}

/** What was kept is read as it was then, also after its record was deleted or its server left the catalogue. */
async function readKept(deps: CaptureDeps, of: CaptureOf, kept: KeptText): Promise<ReadAs> {
  const descriptor = chosenLayout(of.layout, await cutNow(deps, of, kept))
  const found = kept.definition === null ? null : await deps.findDefinition(kept.definition)
  if (found !== null) return { descriptor, book: new MessageBook(found.nested, found.cmds, descriptor.body) }
  try {
    return await readNow(deps, of)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { descriptor, book: EMPTY_BOOK, note: { key: 'simulator.note.keptNameless' } }
  }
}

/** Lets a connection without a game show what a capture holds, as a server or a record cuts and reads it. */
export async function openCapture(
  deps: CaptureDeps,
  connection: GameConnection,
  of: CaptureOf,
): Promise<void> {
  const { descriptor, book, note } = await (of.kept === null
    ? readNow(deps, of)
    : readKept(deps, of, of.kept))
  const nobody = { deviceId: '', uId: '', enter: null }
  connection.inspect({ ...nobody, descriptor, definitions: async () => book, connect: neverConnected }, book)
  if (note !== undefined) connection.note(note)
}
