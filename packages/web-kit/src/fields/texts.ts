import type { Translate, KeyOf } from '../i18n/text-keys.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type cn from './locales/cn.json'

declare module '../i18n/text-keys.ts' {
  interface FeatureTexts {
    fields: typeof cn
  }
}

export type FieldTexts = Translate<KeyOf<'fields'>>

/** Texts of the inputs; they load with the first page that has one. */
export function useFieldTexts(): FieldTexts {
  return useTexts('fields')
}
