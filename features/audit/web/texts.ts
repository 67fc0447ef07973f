import { useTexts } from '@qd/web-base'
import type { KeyOf, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    audit: typeof cn
  }
}

export type AuditKey = KeyOf<'audit'>
export type AuditTexts = Translate<AuditKey>

export function useAuditTexts(): AuditTexts {
  return useTexts('audit')
}
