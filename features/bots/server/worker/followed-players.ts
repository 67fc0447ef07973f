import { parseUId } from '@qd/game-id'
import { playerDifferences, PlayerState } from '@qd/player-diff'
import type { ProtocolDefinition } from '@qd/protocol-model'
import type { CameIn } from '@qd/scenario'
import type { BotsPlayer } from '../../contract/index.ts'

/** In a run of at most so many clients each player is followed, in a larger one that of the first client. */
const MOST_FOLLOWED = 5
/** Values of a player that are told. */
const MOST_VALUES = 120

type Known = NonNullable<PlayerState['data']>

class Followed {
  readonly state = new PlayerState(() => undefined)
  uId = ''
  /** As the game gave it when the client entered for the first time. */
  before: Known | null = null
}

function bodyOf({ read }: CameIn): Record<string, unknown> | undefined {
  try {
    return read() as Record<string, unknown>
  } catch {
    // What cannot be read says nothing of the player; a step that looks at it fails by itself.
    return undefined
  }
}

function told(index: number, { uId, before, state }: Followed): BotsPlayer[] {
  const after = state.data
  if (before === null || after === null) return []
  const found = playerDifferences(before, after)
  const changed = Map.groupBy(found.slice(0, MOST_VALUES), ({ module }) => module)
  const differing = new Set(found.map(({ module }) => module))
  return [
    {
      client: index + 1,
      uId,
      modules: [...changed].map(([module, values]) => ({
        module,
        values: values.map(({ path, before: was, after: is }) => ({ path, before: was, after: is })),
      })),
      unchanged: Object.keys(after).filter((module) => !differing.has(module)),
      isCut: found.length > MOST_VALUES,
    },
  ]
}

/** What frames say of the players of a few clients, from their first Enter to the end of the run. */
export class FollowedPlayers {
  readonly #players = new Map<number, Followed>()

  constructor(protocol: ProtocolDefinition, clients: number) {
    for (let index = 0; index < (clients > MOST_FOLLOWED ? 1 : clients); index += 1) {
      const followed = new Followed()
      followed.state.setRules({ protocol })
      this.#players.set(index, followed)
    }
  }

  follows(index: number): boolean {
    return this.#players.has(index)
  }

  /** A frame that came in; most clients are not followed, and cost nothing. */
  take(index: number, came: CameIn, isEnter: boolean): void {
    const followed = this.#players.get(index)
    if (followed === undefined || came.status !== 0) return
    const body = bodyOf(came)
    followed.state.take(-1, () => body)
    if (!isEnter || followed.before !== null) return
    followed.before = followed.state.data
    const uId = parseUId(body?.['userId'])
    if (uId.ok) followed.uId = uId.uId
  }

  /** Those whose Enter gave a state, with what is different now. */
  list(): BotsPlayer[] {
    return [...this.#players].flatMap(([index, followed]) => told(index, followed))
  }
}
