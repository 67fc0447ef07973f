import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { DiffInfo, Field } from '@qd/protocol-model'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { tipProtocol } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { ServedProtocol } from './protocols.ts'

type Reply = RouteReplyGiven<typeof tipProtocol>

const boundText = (bound: number | string | undefined) =>
  bound === undefined ? {} : { bound: String(bound) }

/** Bounds travel as text, since they may be int64. */
function fieldOf(field: Field) {
  const { min, max, ...rest } = field
  const low = boundText(min).bound
  const high = boundText(max).bound
  return { ...rest, ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
}

const infoOf = (info: DiffInfo) => ({ ...info, fields: info.fields.map(fieldOf) })

function replyOf({ md5, protocol, refusedReason }: ServedProtocol, isFull: boolean): Reply {
  const reason = refusedReason === undefined ? {} : { refusedReason }
  if (!isFull) return { md5, ...reason }
  const diffInfos = Object.fromEntries(
    Object.entries(protocol.diffInfos).map(([name, info]) => [name, infoOf(info)]),
  )
  const { protocols, leftOut } = protocol
  const told = leftOut === undefined ? {} : { leftOut }
  return { md5, protocol: { diffInfos, protocols, ...told }, ...reason }
}

/** The servers whose definition is asked for: the named one, else those of the line. */
function candidates({ reach }: UseCaseDeps, { place }: CallContext): readonly CatalogueServer[] {
  if (place.server !== undefined) return [place.server]
  return place.lineId === undefined ? [] : reach.serversOf(place.lineId)
}

/** Definitions of a server, or of the first server of a line that answers (S7.12, S7.24). */
export async function handleTipProtocol(
  deps: UseCaseDeps,
  { query }: RouteInput<typeof tipProtocol>,
  ctx: CallContext,
): Promise<Reply> {
  let failure: unknown = new AppError(coreErrors.server_not_found)
  const [first, ...others] = candidates(deps, ctx)
  for (const [index, server] of [first, ...others].entries()) {
    if (server === undefined) break
    try {
      return replyOf(await deps.protocols.offered(server, ctx.signal), query.protocolJson === '1')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (index === 0) failure = error
    }
  }
  throw failure
}
