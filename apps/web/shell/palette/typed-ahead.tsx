import { useEffect } from 'react'

let typed = ''

/** What was typed before the field of the palette was there. */
export const typedAhead = (): string => typed

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!isText && event.key !== 'Backspace') return
  // Else it would go into the field of the page below.
  event.preventDefault()
  event.stopPropagation()
  typed = isText ? typed + event.key : typed.slice(0, -1)
}

/** Stands for the palette while its program is fetched, so that nobody has to wait before they type. */
export function TypedAhead(): null {
  useEffect(() => {
    window.addEventListener('keydown', keep, { capture: true })
    return () => {
      window.removeEventListener('keydown', keep, { capture: true })
      typed = ''
    }
  }, [])
  return null
}
