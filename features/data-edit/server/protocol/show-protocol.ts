import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { protocolIn } from '@qd/protocol-model'
import type { DiffInfo, Field, Tip } from '@qd/protocol-model'
import type { CallContext, CatalogueServer } from '@qd/server-kit'
import type { tipProtocol } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { ServedProtocol } from './protocols.ts'

type Reply = RouteReplyGiven<typeof tipProtocol>
type Asked = Pick<CallContext, 'lang'> & { isFull: boolean }

const boundText = (bound: number | string | undefined) =>
  bound === undefined ? {} : { bound: String(bound) }

/** Bounds travel as text, since they may be int64. */
function fieldOf(field: Field) {
  const { min, max, texts: _texts, ...rest } = field
  const low = boundText(min).bound
  const high = boundText(max).bound
  return { ...rest, ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
}

function infoOf({ texts: _texts, nameTexts: _names, ...info }: DiffInfo) {
  return { ...info, fields: info.fields.map(fieldOf) }
}

const tipOf = ({ texts: _texts, ...tip }: Tip) => tip

/** All languages at once would be six times as much, and its reader has one. */
function replyOf({ md5, protocol: known, refusedReason }: ServedProtocol, { isFull, lang }: Asked): Reply {
  const reason = refusedReason === undefined ? {} : { refusedReason }
  if (!isFull) return { md5, ...reason }
  const protocol = protocolIn(known, lang)
  const diffInfos = Object.fromEntries(
    Object.entries(protocol.diffInfos).map(([name, info]) => [name, infoOf(info)]),
  )
  const { leftOut } = protocol
  const told = leftOut === undefined ? {} : { leftOut }
  return { md5, protocol: { diffInfos, protocols: protocol.protocols.map(tipOf), ...told }, ...reason }
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
      const asked = { isFull: query.protocolJson === '1', lang: ctx.lang }
      return replyOf(await deps.protocols.offered(server, ctx.signal), asked)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (index === 0) failure = error
    }
  }
  throw failure
}
