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
  const msg = `等级 ${after.role.level} 低于已接任务「${locked.name}」要求的 ${locked.needLevel}`
  return violation(accepted, msg, ({ diff, path }) => diff === 'RoleInfo' && path[0] === 'level')
}

function questViolations({ before, after, accepted }: Parameters<SetRule>[0]): RuleViolation[] {
  return Object.values(after.quest).flatMap((quest) => {
    const old = before.quest[quest.questId]
    const isNewlyOpen = !old || (isOpen(quest) && !isOpen(old))
    if (!isNewlyOpen || quest.needLevel <= after.role.level) return []
    const msg = `任务「${quest.name}」要求等级 ${quest.needLevel}，角色只有 ${after.role.level}`
    return violation(accepted, msg, ({ diff, key }) => diff === 'QuestInfo' && key === String(quest.questId))
  })
}

/** Level unlocks quests: no quest above the level is added, and the level stays at what open quests need. */
export const levelQuestRule: SetRule = (facts) => [...levelViolations(facts), ...questViolations(facts)]
