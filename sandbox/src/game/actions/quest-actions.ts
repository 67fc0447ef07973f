import { QUESTS } from '../../world/catalogue.ts'
import { addItem, checkRoom } from '../bag.ts'
import { GameFailure } from '../game-failure.ts'
import type { Action } from './action.ts'
import { intOf, required } from './request.ts'

const QUEST_ID = { min: 1, max: 99_999 }

const questList: Action = (_game, { document: { quest } }, request) => {
  const state = intOf(request, 'state', { min: 0, max: 3 })
  return { quests: Object.values(quest).filter((row) => state === 0 || row.state === state) }
}

/** Level unlocks quests. */
const acceptQuest: Action = (game, player, request) => {
  const questId = intOf(request, 'questId', QUEST_ID)
  const quest = required(QUESTS.get(questId), '没有这个任务')
  if (player.document.quest[questId]) throw new GameFailure(2006, '已经接过')
  if (player.document.role.level < quest.needLevel) {
    throw new GameFailure(2004, `等级达到 ${quest.needLevel} 才能接`)
  }
  return game.mutate(player, (document) => {
    const row = {
      ...quest,
      rewards: quest.rewards.map((reward) => ({ ...reward })),
      state: 1,
      progress: 0,
      acceptAt: game.clock.gameSeconds(),
      finishAt: 0,
    }
    document.quest[questId] = row
    return { quest: row }
  })
}

const finishQuest: Action = (game, player, request) => {
  const questId = intOf(request, 'questId', QUEST_ID)
  const { state, rewards } = required(player.document.quest[questId], '没有接这个任务')
  if (state === 3) throw new GameFailure(2006, '已经完成')
  if (state !== 2) throw new GameFailure(2004, '还没有达到目标')
  checkRoom(player.document, rewards)
  return game.mutate(player, (document) => {
    const quest = required(document.quest[questId], '没有接这个任务')
    const at = game.clock.gameSeconds()
    quest.state = 3
    quest.finishAt = at
    return { quest, rewards: rewards.map((reward) => addItem(document, reward, { at, source: 'quest' })) }
  })
}

export const QUEST_ACTIONS: readonly [number, Action][] = [
  [1601, questList],
  [1602, acceptQuest],
  [1603, finishQuest],
]
