import { readCommands } from '@qd/game-contract'
import type { ReadCommands } from '@qd/game-contract'
import { GameError, SHARED, targetKey } from '@qd/game-contract/adapter'
import type { GameServerTarget, WholeAdapter } from '@qd/game-contract/adapter'
import type { Definitions } from './definitions.ts'
import type { GameHttp } from './http/game-http.ts'
import { ShortCache } from './http/short-cache.ts'
import { untilGivenUp } from './http/until-given-up.ts'

interface LoadedCommands {
  list: ReadCommands
  /** Read beside a definition that is not the server's newest: the next call asks again. */
  isDoubtful: boolean
}

interface CommandsParts {
  http: GameHttp
  definitions: Definitions
  cacheMs: number
  now: () => number
}

export function commandsGroup({ http, definitions, cacheMs, now }: CommandsParts): WholeAdapter['commands'] {
  const lists = new ShortCache<LoadedCommands>(cacheMs, now, ({ isDoubtful }) => !isDoubtful)

  /** Types of parameters are those of the player data; without a definition only the plain ones are known. */
  const load = async (target: GameServerTarget): Promise<LoadedCommands> => {
    const entries = await http.call(target, 'commands', { asker: SHARED })
    try {
      const { protocol, refusedBecause } = await definitions.protocol(target)
      const isKnown = (type: string) => Object.hasOwn(protocol.diffInfos, type)
      return { list: readCommands(entries, isKnown), isDoubtful: refusedBecause !== undefined }
    } catch (error) {
      if (!(error instanceof GameError) || error.kind !== 'garbage') throw error
      return { list: readCommands(entries, () => false), isDoubtful: !error.isProven }
    }
  }

  return {
    list: async (target, options) => {
      const loading = lists.get(targetKey(target), () => load(target))
      return (await untilGivenUp(loading, options?.signal)).list
    },
    run: (target, { idempotencyKey, ...body }, options) =>
      http.call(target, 'commandsRun', { body, idempotencyKey, isDry: body.dryRun === true, ...options }),
  }
}
