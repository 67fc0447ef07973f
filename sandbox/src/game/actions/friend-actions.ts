import { GameFailure } from '../game-failure.ts'
import type { Action } from './action.ts'
import { idOf, required } from './request.ts'

const MAX_FRIENDS = 50

const friendList: Action = (_game, { document: { friend } }) => ({ friends: Object.values(friend) })

const addFriend: Action = (game, player, request) => {
  const uId = idOf(request, 'uId')
  if (uId === player.uId) throw new GameFailure(2004, '不能加自己')
  if (player.document.friend[uId]) throw new GameFailure(2006, '已经是好友')
  if (Object.keys(player.document.friend).length >= MAX_FRIENDS) throw new GameFailure(2007, '好友已满')
  const { role } = game.player(uId).document
  return game.mutate(player, (document) => {
    const friend = {
      uId,
      name: role.name,
      level: role.level,
      intimacy: 0,
      remark: '',
      serverId: game.sId,
      channel: role.channel,
      addedAt: game.clock.gameSeconds(),
    }
    document.friend[uId] = friend
    return { friend }
  })
}

const removeFriend: Action = (game, player, request) => {
  const uId = idOf(request, 'uId')
  required(player.document.friend[uId], '不是好友')
  return game.mutate(player, ({ friend }) => {
    delete friend[uId]
    return { left: Object.keys(friend).length }
  })
}

export const FRIEND_ACTIONS: readonly [number, Action][] = [
  [2101, friendList],
  [2102, addFriend],
  [2103, removeFriend],
]
