import { AppError, coreErrors } from '@qd/contract-kit'
import { askLine } from '@qd/server-kit'
import type { AdapterProto } from '@qd/game-contract/adapter'
import type { CallContext } from '@qd/server-kit'
import { simulatorErrors } from '../contract/index.ts'
import type { DefinitionsDeps } from './definitions/definitions-deps.ts'
import { protoFilesOf } from './proto-files.ts'
import { sendZip, zipOf } from './send-zip.ts'
import { showDefinition } from './show-definition.ts'

async function askProto(
  deps: DefinitionsDeps,
  { place, signal, caller }: Pick<CallContext, 'place' | 'signal' | 'caller'>,
): Promise<Pick<AdapterProto, 'nested'>> {
  const { reach } = deps
  if (place.server) return (await showDefinition(deps, place.server, { signal, caller })).proto
  if (place.lineId === undefined) throw new AppError(coreErrors.line_required, { field: 'lineId' })
  return askLine(reach, reach.serversOf(place.lineId), ({ proto, target }) => proto.read(target, { signal }))
}

/** The .proto files of a descriptor as a zip. */
export function protoZipOf(nested: unknown): Buffer {
  const written = protoFilesOf(nested)
  if (!written.ok) {
    throw new AppError(simulatorErrors.definition_refused, { params: { reason: written.reason } })
  }
  return zipOf(Object.fromEntries(written.files.map(({ name, text }) => [name, text])))
}

/** The definitions of a server, or of any server of the line, as a zip of .proto files (S7.17). */
export async function downloadProtoZip(deps: DefinitionsDeps, ctx: CallContext): Promise<Buffer> {
  const proto = await askProto(deps, ctx)
  const place = String(ctx.place.server?.sId ?? ctx.place.lineId ?? 'all')
  return sendZip(ctx, `proto-${place}`, protoZipOf(proto.nested))
}
