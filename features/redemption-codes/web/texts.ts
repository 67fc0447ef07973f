import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'redemption-codes': typeof cn
  }
}

export type CodesTexts = Translate<KeyOf<'redemption-codes'>>

export function useCodesTexts(): CodesTexts {
  return useTexts('redemption-codes')
}

/** The same outside components. */
export function codesText(key: KeyOf<'redemption-codes'>, values?: TextValues): string {
  return textOf('redemption-codes', key, values)
}
