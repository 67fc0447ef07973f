import { useMemo } from 'react'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import type { ValueContext } from './value-text.ts'

export function useValueContext(keyName = ''): ValueContext {
  const place = useEditorPlace()
  const t = useEditTexts()
  return useMemo(
    () => ({
      place,
      keyName,
      words: {
        items: (count: number) => t('value.items', { count }),
        never: t('value.never'),
        empty: '–',
      },
    }),
    [place, keyName, t],
  )
}
