import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    approvals: typeof cn
  }
}

export type ApprovalsTexts = Translate<KeyOf<'approvals'>>

export function useApprovalsTexts(): ApprovalsTexts {
  return useTexts('approvals')
}
