import { bagRule, fullTablesRule } from './bag-rule.ts'
import { catalogueRule, identityRule } from './catalogue-rule.ts'
import { guildDiscountRule } from './guild-discount-rule.ts'
import { levelQuestRule } from './level-quest-rule.ts'
import { providerRule } from './provider-rule.ts'
import { purchaseRule } from './purchase-rule.ts'
import type { RowRule, SetRule } from './rule-types.ts'

export const ROW_RULES: readonly RowRule[] = [
  identityRule,
  providerRule,
  catalogueRule,
  bagRule,
  fullTablesRule,
]

/** The three rules across modules; actions of the game keep them, edits must. */
export const SET_RULES: readonly SetRule[] = [purchaseRule, levelQuestRule, guildDiscountRule]
