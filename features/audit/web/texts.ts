import { useTexts } from '@qd/web-kit'
import type { KeyOf, Translate } from '@qd/web-kit'
import type cn from './locales/cn.json'

declare module '@qd/web-kit' {
  interface FeatureTexts {
    audit: typeof cn
  }
}

export type AuditKey = KeyOf<'audit'>
export type AuditTexts = Translate<AuditKey>

export function useAuditTexts(): AuditTexts {
  return useTexts('audit')
}
