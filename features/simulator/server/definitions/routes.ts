import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import { protoZipOf } from '../download-proto.ts'
import { asFile, sendZip, zipOf } from '../send-zip.ts'
import type { DefinitionsDeps } from './definitions-deps.ts'
import { compareVersions, getVersion, listVersions, readVersion, serverOf } from './read-versions.ts'
import { siteFilesOf } from './site/site-files.ts'

/** Enough of a hash to tell versions apart in the name of a file. */
const SHORT = 8

/** The calls about versions of message definitions. */
export function definitionRoutes(deps: DefinitionsDeps): ServedRoute[] {
  const versionOf = async (hash: string, ctx: CallContext) => {
    const server = serverOf(ctx.place)
    const definition = await readVersion(deps, server, hash)
    return { definition, name: `${server.sId}-${hash.slice(0, SHORT)}` }
  }
  return [
    serve(contract.definitionVersions, (input, ctx) => listVersions(deps, input, ctx)),
    serve(contract.definitionGet, (input, ctx) => getVersion(deps, input, ctx)),
    serve(contract.definitionCompare, (input, ctx) => compareVersions(deps, input, ctx)),
    serve(contract.definitionProto, async ({ query }, ctx) => {
      const { definition, name } = await versionOf(query.hash, ctx)
      return sendZip(ctx, `proto-${name}`, protoZipOf(definition.nested))
    }),
    serve(contract.definitionDescriptor, async ({ query }, ctx) => {
      const { definition, name } = await versionOf(query.hash, ctx)
      // Not by a name of JSON: readers of answers would take it for an envelope.
      asFile(ctx, 'text/plain; charset=utf-8', `definition-${name}.json`)
      return JSON.stringify({ nested: definition.nested, cmds: definition.cmds }, null, 2)
    }),
    serve(contract.definitionSite, async ({ query }, ctx) => {
      const { definition, name } = await versionOf(query.hash, ctx)
      const { server } = ctx.place
      const title = `${server?.serviceName ?? ''} S${server?.sId ?? ''}`.trim()
      return sendZip(ctx, `protocol-${name}`, zipOf(siteFilesOf(definition, { ...query, title }, ctx)))
    }),
  ]
}
