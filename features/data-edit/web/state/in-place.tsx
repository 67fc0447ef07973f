import { FieldPlaceContext } from '@qd/web-controls/fields'
import type { ReactNode } from 'react'
import { EditorPlaceContext } from './editor-context.ts'
import type { EditorPlace } from './editor-context.ts'
import { useFieldPlaceOf } from '../values/use-field-place.ts'

/** Gives a dialog, which stands outside the page, the player's place and what their inputs offer. */
export function InPlace({ place, children }: { place: EditorPlace; children: ReactNode }): ReactNode {
  const fieldPlace = useFieldPlaceOf(place)
  return (
    <EditorPlaceContext value={place}>
      <FieldPlaceContext value={fieldPlace}>{children}</FieldPlaceContext>
    </EditorPlaceContext>
  )
}
