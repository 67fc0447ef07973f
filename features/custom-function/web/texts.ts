import { textOf, useTexts } from '@qd/web-base'
import type { KeyOf, TextValues, Translate } from '@qd/web-base'
import type cn from './locales/cn.json'

declare module '@qd/web-base' {
  interface FeatureTexts {
    'custom-function': typeof cn
  }
}

export type FunctionKey = KeyOf<'custom-function'>
export type FunctionTexts = Translate<FunctionKey>

export function useFunctionTexts(): FunctionTexts {
  return useTexts('custom-function')
}

/** The same outside of components: titles of dialogs and tabs. */
export function functionText(key: FunctionKey, values?: TextValues): string {
  return textOf('custom-function', key, values)
}
