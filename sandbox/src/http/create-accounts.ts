import { randomUUID } from 'node:crypto'
import type { AccountsCreateReply, AccountsCreateRequest } from '@qd/game-contract'
import { checkName } from '../game/check-name.ts'
import type { Game } from '../game/game.ts'

/** New level 1 players; several with one name are numbered. */
export function createAccounts(game: Game, input: AccountsCreateRequest): AccountsCreateReply {
  if (input.name !== undefined) checkName(game.definitions.protocol, input.name)
  const users = Array.from({ length: input.count }, (_, index) => {
    const name = input.name === undefined || input.count === 1 ? input.name : `${input.name}${index + 1}`
    if (name !== undefined) checkName(game.definitions.protocol, name)
    const player = game.createPlayer(`gm-${randomUUID()}`, name, 'official')
    return { userId: player.uId, name: player.document.role.name }
  })
  const { opId, user } = input.operator
  game.log.write('info', 'account.created', { opId, user, uIds: users.map(({ userId }) => userId) })
  return { users }
}
