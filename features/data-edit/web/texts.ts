import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'data-edit': typeof cn
  }
}

export type EditKey = KeyOf<'data-edit'>
export type EditTexts = Translate<EditKey>

export function useEditTexts(): EditTexts {
  return useTexts('data-edit')
}

/** The same outside components, once the texts are loaded. */
export function editText(key: EditKey, values?: TextValues): string {
  return textOf('data-edit', key, values)
}

/** A menu entry as the title of the dialog it opens: without the dots that say one will open. */
export function editTitle(key: EditKey): string {
  return editText(key).replace(/…$/, '')
}
