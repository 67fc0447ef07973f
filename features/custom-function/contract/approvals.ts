import { defineApproval } from '@qd/contract-kit'

/** What the console says a function of the game does; policies rest on it. */
export const functionEffectsApproval = defineApproval({
  type: 'custom-function.effects',
  title: 'custom-function.effects',
  isRule: true,
})
/** Functions on lists, by themselves or at set times, and single ones that weigh much. */
export const functionApproval = defineApproval({ type: 'custom-function.run', title: 'custom-function.run' })
export const functionListApproval = defineApproval({
  type: 'custom-function.list',
  title: 'custom-function.list',
})
export const functionScheduleApproval = defineApproval({
  type: 'custom-function.schedule',
  title: 'custom-function.schedule',
})
