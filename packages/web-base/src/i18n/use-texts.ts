import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { texts } from './i18n.ts'
import type { KeyOf, Namespace, TextValues, Translate } from './text-keys.ts'

/** The texts of a feature in the current language; suspends while they load. */
export function useTexts<N extends Namespace>(namespace: N): Translate<KeyOf<N>> {
  const { t } = useTranslation(namespace, { i18n: texts })
  return useCallback((key: KeyOf<N>, values?: TextValues) => t(key as string, values ?? {}), [t])
}

/** The same outside components, for namespaces already loaded. */
export function textOf<N extends Namespace>(namespace: N, key: KeyOf<N>, values: TextValues = {}): string {
  return texts.t(key as string, { ...values, ns: namespace })
}

/** A text by a key only known at run time (menu titles, error codes); empty when there is none. */
export function textByKey(namespace: string, key: string, values: TextValues = {}): string {
  return texts.exists(key, { ns: namespace }) ? texts.t(key, { ...values, ns: namespace }) : ''
}

/** The text of `namespace:key`, as calls name who asked; a namespace that is not loaded gives an empty one. */
export function textOfTag(tag: string): string {
  const [namespace = '', key = ''] = tag.split(':')
  return textByKey(namespace, key)
}
