import type { RouteInput } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServedRoute } from '@qd/server-kit'
import * as contract from '../../../contract/index.ts'
import type { FunctionsChange } from '../../../contract/index.ts'
import { bufferOf } from '../../bytes.ts'
import { shownReply } from '../../guard/serve-commands.ts'
import type { Arg } from '../../link/redis-link.ts'
import { onNodes } from '../server/on-nodes.ts'
import { askOf, confirmed, nameOf, readFrom } from '../server/serve-server.ts'
import type { ServerDeps } from '../server/serve-server.ts'
import { readFunctions } from './read-functions.ts'

function commandOf(change: FunctionsChange): Arg[] {
  switch (change.kind) {
    case 'load':
      return ['FUNCTION', 'LOAD', ...(change.replace ? ['REPLACE'] : []), change.code]
    case 'delete':
      return ['FUNCTION', 'DELETE', change.library]
    case 'killFunction':
      return ['FUNCTION', 'KILL']
    case 'killScript':
      return ['SCRIPT', 'KILL']
    case 'flushScripts':
      return ['SCRIPT', 'FLUSH', 'ASYNC']
  }
}

async function change(
  deps: ServerDeps,
  input: RouteInput<typeof contract.changeFunctions>,
  ctx: CallContext,
): Promise<{ nodes: { node: string; code: string; msg: string }[] }> {
  const database = await confirmed(deps, input, ctx, 'R3')
  const args = commandOf(input.body.functionsChange)
  const answers = await onNodes(database, askOf(deps, ctx), (node) => node.ask(...args))
  return { nodes: answers.map(({ node, code, msg }) => ({ node, code, msg })) }
}

/** The same rights as a function that somebody types into a console. */
async function tryFunction(
  deps: ServerDeps,
  input: RouteInput<typeof contract.callFunction>,
  ctx: CallContext,
): Promise<{ reply: unknown }> {
  const { body } = input
  const { name, keys, args, isReadOnly } = body
  const database = await deps.databases.of(ctx, body)
  const sent = [
    isReadOnly ? 'FCALL_RO' : 'FCALL',
    name,
    String(keys.length),
    ...keys.map(bufferOf),
    ...args.map(bufferOf),
  ]
  const kind = await database.check(sent, { isTyped: true })
  if (kind === 'dangerous') {
    // In production first, which asks for a reason besides; the name of the connection is typed everywhere.
    await ctx.confirm({ risk: 'R3', place: ctx.place, targetName: database.connection.name })
    await confirmed(deps, input, ctx, 'R3')
  }
  const reply = await database.run(sent, { isTyped: true, signal: ctx.signal })
  return { reply: shownReply(reply, true) }
}

/** Functions and scripts of the server. */
export function serveFunctions(deps: ServerDeps): ServedRoute[] {
  return [
    serve(contract.serverFunctions, (input, ctx) =>
      readFrom(deps, input, ctx, (node) => readFunctions(node, input.body.scripts)),
    ),
    serve(contract.changeFunctions, {
      targetName: nameOf(deps),
      handle: (input, ctx) => change(deps, input, ctx),
    }),
    serve(contract.callFunction, (input, ctx) => tryFunction(deps, input, ctx)),
  ]
}
