import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import type { DefinitionsDeps } from './definitions-deps.ts'
import { compareVersions, getVersion, listVersions, readVersion, serverOf } from './read-versions.ts'
import { sendDescriptor, sendProto, sendSite } from './send-files.ts'
import type { NamedDefinition } from './send-files.ts'

/** The calls about versions of message definitions. */
export function definitionRoutes(deps: DefinitionsDeps): ServedRoute[] {
  const versionOf = async (hash: string, ctx: CallContext): Promise<NamedDefinition> => {
    const server = serverOf(ctx.place)
    const definition = await readVersion(deps, server, hash)
    const title = `${server.serviceName} S${server.sId}`.trim()
    return { definition, hash, name: String(server.sId), title }
  }
  return [
    serve(contract.definitionVersions, (input, ctx) => listVersions(deps, input, ctx)),
    serve(contract.definitionGet, (input, ctx) => getVersion(deps, input, ctx)),
    serve(contract.definitionCompare, (input, ctx) => compareVersions(deps, input, ctx)),
    serve(contract.definitionProto, async ({ query }, ctx) =>
      sendProto(ctx, await versionOf(query.hash, ctx)),
    ),
    serve(contract.definitionDescriptor, async ({ query }, ctx) =>
      sendDescriptor(ctx, await versionOf(query.hash, ctx)),
    ),
    serve(contract.definitionSite, async ({ query }, ctx) => sendSite(ctx, await versionOf(query.hash, ctx))),
  ]
}
