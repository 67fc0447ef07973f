import { diffInfoOf } from '@qd/protocol-model'
import { useMemo } from 'react'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import type { ValueContext } from './value-text.ts'

export function useValueContext(keyName = ''): ValueContext {
  const place = useEditorPlace()
  const protocol = useEditor((state) => state.sessions[place.uId]?.draft.protocol)
  const t = useEditTexts()
  return useMemo(
    () => ({
      place,
      keyName,
      infoOf: (type: string) => (protocol ? diffInfoOf(protocol, type) : null),
      words: {
        items: (count: number) => t('value.items', { count }),
        never: t('value.never'),
        empty: '–',
      },
    }),
    [place, protocol, keyName, t],
  )
}
