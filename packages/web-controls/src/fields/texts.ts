import type { Translate, KeyOf } from '@qd/web-base'
import { useTexts } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    fields: typeof cn
  }
}

export type FieldTexts = Translate<KeyOf<'fields'>>

/** Texts of the inputs; they load with the first page that has one. */
export function useFieldTexts(): FieldTexts {
  return useTexts('fields')
}
