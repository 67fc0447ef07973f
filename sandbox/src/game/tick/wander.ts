import { ACTIONS } from '../actions/actions.ts'
import type { PlayerDocument } from '../document.ts'
import { GameFailure } from '../game-failure.ts'
import type { Game } from '../game.ts'
import type { LivePlayer } from '../live-player.ts'
import { NOTABLE_PLAYERS } from '../seed/notable-players.ts'
import { seededRandom } from '../seeded-random.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { QUESTS } from '../../world/catalogue.ts'

type Intention = (document: PlayerDocument, random: SeededRandom) => Record<string, unknown> | null

function keyOf(table: Record<string, unknown>, random: SeededRandom): number | null {
  const keys = Object.keys(table)
  return keys.length === 0 ? null : Number(random.pick(keys))
}

/** What a wandering player may think of, by command; null when there is nothing to do. */
const INTENTIONS: readonly [cmd: number, intention: Intention][] = [
  [1002, (document) => ({ clientTime: String(document.session.heartbeatAt) })],
  [1203, () => ({ times: 1 })],
  [1302, () => ({ shell: 1 })],
  [1402, (document) => (document.bag[10_041] ? { itemId: 10_041, count: 1 } : null)],
  [
    1403,
    (document, random) => {
      const itemId = keyOf(document.bag, random)
      return itemId === null ? null : { itemId, count: 1 }
    },
  ],
  [1502, (document, random) => ({ heroId: keyOf(document.hero, random) ?? 0 })],
  [
    1602,
    ({ role, quest }) => {
      const next = [...QUESTS.values()].find((row) => row.needLevel <= role.level && !quest[row.questId])
      return next ? { questId: next.questId } : null
    },
  ],
  [
    1603,
    ({ quest }) => {
      const done = Object.values(quest).find((row) => row.state === 2)
      return done ? { questId: done.questId } : null
    },
  ],
  [
    1702,
    ({ mail }) => {
      const open = Object.values(mail).find((row) => row.isClaimed === 0)
      return open ? { mailId: open.mailId } : null
    },
  ],
  [1804, () => ({ gold: '1000' })],
  [1902, (_document, random) => ({ goodsId: 301 + random.int(0, 43), count: 1 })],
  [
    2002,
    ({ arena }, random) => (arena.opponents.length > 0 ? { uId: random.pick(arena.opponents).uId } : null),
  ],
  [2101, () => ({})],
  [2202, (_document, random) => ({ toHarbor: random.int(1, 12) })],
  [2301, () => ({})],
]

/** Every fiftieth player wanders; the players of the guides are online too, but do nothing by themselves. */
export function startWandering(game: Game, seeded: number): void {
  for (let sequence = 7; sequence <= seeded; sequence += 50) wake(game, game.uIdOf(sequence))
  for (const uId of NOTABLE_PLAYERS.keys()) if (game.owns(uId)) wake(game, uId)
}

function wake(game: Game, uId: string): void {
  const player = game.players.get(uId)
  if (player) player.isWandering = true
}

function drift(document: PlayerDocument, random: SeededRandom): void {
  const { position } = document.role
  const step = (value: number): number =>
    Math.max(-5000, Math.min(5000, Math.round((value + random.int(-20, 20) / 10) * 10) / 10))
  position.x = step(position.x)
  position.y = step(position.y)
}

/** Moves a wandering player and, in about one second of eight, lets them do what a client could have asked for. */
export function wander(game: Game, player: LivePlayer, nowSeconds: number): void {
  const random = seededRandom(`wander.${player.uId}.${nowSeconds}`)
  game.mutate(player, (document) => drift(document, random))
  if (NOTABLE_PLAYERS.has(player.uId) || !random.chance(0.125)) return
  const [cmd, intention] = random.pick(INTENTIONS)
  const request = intention(player.document, random)
  const action = ACTIONS.get(cmd)
  if (request === null || !action) return
  try {
    action(game, player, request)
    game.log.write('info', 'player.acted', { uId: player.uId, cmd })
  } catch (error) {
    // Too poor, too tired, on the way: the same refusals a client meets.
    if (!(error instanceof GameFailure)) throw error
  }
}
