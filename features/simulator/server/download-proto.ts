import { AppError, coreErrors } from '@qd/contract-kit'
import { askLine, fromGame } from '@qd/server-kit'
import type { AdapterProto } from '@qd/game-contract/adapter'
import type { CallContext, ReachPort } from '@qd/server-kit'
import { strToU8, zipSync } from 'fflate'
import { simulatorErrors } from '../contract/index.ts'
import { protoFilesOf } from './proto-files.ts'

async function askProto(
  reach: ReachPort<'proto'>,
  { place, signal }: Pick<CallContext, 'place' | 'signal'>,
): Promise<AdapterProto> {
  if (place.server) {
    const { proto, target } = await reach.reach(place.server)
    return fromGame(proto.read(target, { signal }))
  }
  if (place.lineId === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return askLine(reach, reach.serversOf(place.lineId), ({ proto, target }) => proto.read(target, { signal }))
}

/** The definitions of a server, or of any server of the line, as a zip of .proto files (S7.17). */
export async function downloadProtoZip(reach: ReachPort<'proto'>, ctx: CallContext): Promise<Buffer> {
  const proto = await askProto(reach, ctx)
  const written = protoFilesOf(proto.nested)
  if (!written.ok) {
    throw new AppError(simulatorErrors.definition_refused, { params: { reason: written.reason } })
  }
  const entries = Object.fromEntries(written.files.map(({ name, text }) => [name, strToU8(text)]))
  const zip = zipSync(entries)
  const name = `proto-${ctx.place.server?.sId ?? ctx.place.lineId ?? 'all'}`.replaceAll(/[^\w-]/g, '_')
  void ctx.reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}.zip"`)
    .header('cache-control', 'no-store')
  return Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
}
