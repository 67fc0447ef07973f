import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'bulk-edit': typeof cn
  }
}

type BulkKey = KeyOf<'bulk-edit'>

export function useBulkTexts(): Translate<BulkKey> {
  return useTexts('bulk-edit')
}

/** The same outside components, once the texts are loaded. */
export function bulkText(key: BulkKey, values?: TextValues): string {
  return textOf('bulk-edit', key, values)
}
