import { JsonView } from '@qd/web-json'
import type { JsonKind } from '@qd/web-json'
import type { ReactNode } from 'react'
import { ownWrongType } from '../model/wrong-type.ts'
import { useEditTexts } from '../texts.ts'
import { wrongText } from '../values/wrong-text.ts'
import { useJsonLevels } from './use-json-levels.ts'

interface PlayerTreeProps {
  name: string
  value: unknown
  /** null: the definition does not describe the value. */
  kind: Omit<JsonKind, 'wrongText'> | null
}

/** Part of a player's data as it stands in the draft, as a tree; values of a wrong type are marked. */
export function PlayerTree({ name, value, kind }: PlayerTreeProps): ReactNode {
  const t = useEditTexts()
  const { levels } = useJsonLevels()
  return (
    <JsonView
      name={name}
      value={value}
      levels={levels}
      kind={kind && { ...kind, wrongText: (node, inner) => wrongText(t, ownWrongType(node, inner)) }}
    />
  )
}
