import type { Kysely } from 'kysely'
import type { ApprovalTables } from '../approval-tables.ts'

/** Players that are looked for in one query. */
const LOOKED_FOR = 200

interface Named {
  requestId: string
  object: string
}

const PLAYER = /^player:([^:]+):(\d+)$/
const PLAYERS = /^players:([^:]+):/

const gameOf = ({ object }: Named): string | undefined => (PLAYER.exec(object) ?? PLAYERS.exec(object))?.[1]
const uIdOf = ({ object }: Named): string | undefined => PLAYER.exec(object)?.[2]
const isList = ({ object }: Named): boolean => PLAYERS.test(object)

/** Games in which some of the requests are about players. */
export const gamesOfPlayers = (named: readonly Named[]): Set<string> =>
  new Set(named.flatMap((each) => gameOf(each) ?? []))

/** Whether a list has a player on a line of its own. */
const hasLine = (body: string, uId: string): boolean =>
  body.split('\n').some((line) => line.trim().replace(/^0+(?=\d)/, '') === uId)

/** Which of the players stand in the list of a request, by the text that it stores. */
async function foundIn(
  db: Kysely<ApprovalTables>,
  requestId: string,
  uIds: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < uIds.length; at += LOOKED_FOR) {
    const some = uIds.slice(at, at + LOOKED_FOR)
    const parts = await db
      .selectFrom('approval_text')
      .innerJoin('approval_request', (join) =>
        join
          .onRef('approval_request.id', '=', 'approval_text.request_id')
          .onRef('approval_request.revision', '=', 'approval_text.revision'),
      )
      .select('body')
      .where('request_id', '=', requestId)
      .where((eb) => eb.or(some.map((uId) => eb('body', 'like', `%${uId}%`))))
      .execute()
    for (const { body } of parts) for (const uId of some) if (hasLine(body, uId)) found.add(uId)
  }
  return found
}

/**
 * Requests that touch a player and those whose list holds the player, as pairs of a key and the other request. A list of
 * thousands is not stored as so many keys: the players that are asked about are looked for in it.
 */
export async function playersInLists(
  db: Kysely<ApprovalTables>,
  asked: readonly Named[],
  open: readonly Named[],
): Promise<{ object: string; requestId: string }[]> {
  const pairs: { object: string; requestId: string }[] = []
  const lists = [...asked, ...open].filter(isList)
  const askedOf = new Set(asked.map(({ requestId }) => requestId))
  for (const list of new Map(lists.map((each) => [each.requestId, each])).values()) {
    const isAsked = askedOf.has(list.requestId)
    const players = (isAsked ? [...asked, ...open] : asked).filter(
      (each) => gameOf(each) === gameOf(list) && each.requestId !== list.requestId,
    )
    const uIds = [...new Set(players.flatMap((each) => uIdOf(each) ?? []))]
    if (uIds.length === 0) continue
    const found = await foundIn(db, list.requestId, uIds)
    for (const player of players) {
      if (!found.has(uIdOf(player) ?? '')) continue
      pairs.push({ object: player.object, requestId: list.requestId })
      pairs.push({ object: list.object, requestId: player.requestId })
    }
  }
  return pairs
}
