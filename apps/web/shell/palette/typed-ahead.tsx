import { useEffect, useLayoutEffect } from 'react'

/** Null: nothing waits to be taken. */
let typed: string | null = null

/** What was typed before the field of the palette was there. */
export const typedAhead = (): string => typed ?? ''

/** The same for the field, once it is there and hears keys itself: null when there was nothing to wait for. */
export function takeTypedAhead(): string | null {
  const taken = typed
  typed = null
  return taken
}

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!isText && event.key !== 'Backspace') return
  // Else it would go into the field of the page below.
  event.preventDefault()
  event.stopPropagation()
  typed = isText ? typedAhead() + event.key : typedAhead().slice(0, -1)
}

/**
 * Stands for the palette while its program is fetched, so that nobody has to wait before they type. It goes in the same
 * turn in which the field comes: a later one would lose keys between the two.
 */
export function TypedAhead(): null {
  useLayoutEffect(() => {
    typed = ''
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  // After the field has taken it; a palette that was closed before that leaves nothing to the next one.
  useEffect(() => () => void takeTypedAhead(), [])
  return null
}
