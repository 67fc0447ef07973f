import { localText } from '../../texts/dictionaries.ts'
import { say } from '../../texts/say.ts'
import type { QuestRow } from '../document.ts'
import type { RuleViolation, SetRule } from './rule-types.ts'
import { violation } from './rule-types.ts'

function isOpen(quest: QuestRow): boolean {
  return quest.state !== 3
}

function levelViolations({ before, after, accepted }: Parameters<SetRule>[0]): RuleViolation[] {
  if (after.role.level >= before.role.level) return []
  const locked = Object.values(after.quest).find(
    (quest) => isOpen(quest) && quest.needLevel > after.role.level && before.quest[quest.questId],
  )
  if (!locked) return []
  const msg = say('等级 {level} 低于已接任务「{quest}」要求的 {needed}', {
    level: after.role.level,
    quest: localText('quests', locked.name),
    needed: locked.needLevel,
  })
  return violation(accepted, msg, ({ diff, path }) => diff === 'RoleInfo' && path[0] === 'level')
}

function questViolations({ before, after, accepted }: Parameters<SetRule>[0]): RuleViolation[] {
  return Object.values(after.quest).flatMap((quest) => {
    const old = before.quest[quest.questId]
    const isNewlyOpen = !old || (isOpen(quest) && !isOpen(old))
    if (!isNewlyOpen || quest.needLevel <= after.role.level) return []
    const msg = say('任务「{quest}」要求等级 {needed}，角色只有 {level}', {
      quest: localText('quests', quest.name),
      needed: quest.needLevel,
      level: after.role.level,
    })
    return violation(accepted, msg, ({ diff, key }) => diff === 'QuestInfo' && key === String(quest.questId))
  })
}

/** Level unlocks quests: no quest above the level is added, and the level stays at what open quests need. */
export const levelQuestRule: SetRule = (facts) => [...levelViolations(facts), ...questViolations(facts)]
