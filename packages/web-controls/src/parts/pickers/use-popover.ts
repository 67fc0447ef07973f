import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

export interface Popover<E extends HTMLElement> {
  isOpen: boolean
  /** Element that holds trigger and popup; a press outside closes. */
  root: RefObject<E | null>
  trigger: RefObject<HTMLButtonElement | null>
  open(): void
  /** Closes; puts the focus back on the trigger unless told otherwise. */
  close(keepsFocus?: boolean): void
}

/** State of a popup below its trigger. */
export function usePopover<E extends HTMLElement>(): Popover<E> {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<E>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const close = useCallback((keepsFocus = false) => {
    setOpen(false)
    if (!keepsFocus) trigger.current?.focus()
  }, [])
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return { isOpen, root, trigger, open: useCallback(() => setOpen(true), []), close }
}
