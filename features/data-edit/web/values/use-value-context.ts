import { diffInfoOf, fieldNode } from '@qd/protocol-model'
import { useMemo } from 'react'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import { wrongType } from '../model/wrong-type.ts'
import type { ValueContext } from './value-text.ts'
import { wrongText } from './wrong-text.ts'

export function useValueContext(keyName = ''): ValueContext {
  const place = useEditorPlace()
  const protocol = useEditor((state) => state.sessions[place.player]?.draft.protocol)
  const t = useEditTexts()
  return useMemo(
    (): ValueContext => ({
      place,
      keyName,
      infoOf: (type: string) => (protocol ? diffInfoOf(protocol, type) : null),
      wrongOf: (field, value) =>
        protocol ? wrongText(t, wrongType(protocol, fieldNode(protocol, field), value)) : null,
      words: {
        items: (count: number) => t('value.items', { count }),
        never: t('value.never'),
        empty: '–',
      },
    }),
    [place, protocol, keyName, t],
  )
}
