import { AppError } from '@qd/contract-kit'
import type { RouteReplyGiven } from '@qd/contract-kit'
import type { FunctionLibrary, serverFunctions } from '../../../contract/index.ts'
import type { Reply } from '../../link/redis-link.ts'
import type { ServerNode } from '../server/on-nodes.ts'
import { listOf, numberOf, pairsOf, textOf } from '../server/replies.ts'

type Functions = NonNullable<RouteReplyGiven<typeof serverFunctions>['nodes'][number]['data']>

function libraryOf(reply: Reply): FunctionLibrary {
  const facts = pairsOf(reply)
  return {
    name: textOf(facts.get('library_name')),
    engine: textOf(facts.get('engine')),
    code: textOf(facts.get('library_code')),
    functions: listOf(facts.get('functions')).map((each) => {
      const of = pairsOf(each)
      return {
        name: textOf(of.get('name')),
        description: textOf(of.get('description')),
        flags: listOf(of.get('flags')).map(textOf),
      }
    }),
  }
}

/** A script holds the server up: it answers little more than that, and whom to kill. */
const isBusy = (error: unknown): boolean =>
  error instanceof AppError && String(error.params['words'] ?? '').startsWith('BUSY')

export async function readFunctions(node: ServerNode, scripts: readonly string[]): Promise<Functions> {
  const unlessBusy = async (...args: string[]): Promise<{ reply: Reply; isBusy: boolean }> => {
    try {
      return { reply: await node.askOrNull(...args), isBusy: false }
    } catch (error) {
      if (!isBusy(error)) throw error
      return { reply: null, isBusy: true }
    }
  }
  const [stats, list, found] = await Promise.all([
    unlessBusy('FUNCTION', 'STATS'),
    unlessBusy('FUNCTION', 'LIST', 'WITHCODE'),
    scripts.length === 0 ? null : unlessBusy('SCRIPT', 'EXISTS', ...scripts),
  ])
  const running = pairsOf(pairsOf(stats.reply).get('running_script'))
  return {
    libraries:
      list.reply === null
        ? null
        : listOf(list.reply)
            .map(libraryOf)
            .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    running: stats.isBusy
      ? { name: '', command: 'EVAL', ms: null }
      : running.size === 0
        ? null
        : {
            name: textOf(running.get('name')),
            // Its arguments may be values.
            command: textOf(listOf(running.get('command'))[0]),
            ms: numberOf(running.get('duration_ms')),
          },
    scripts: listOf(found?.reply).map((each) => textOf(each) === '1'),
  }
}
