import { useEffect } from 'react'
import type { RefObject } from 'react'

/** A place among the children of an element. */
interface Place {
  around: Element
  at: number
}

/** Where each element that had the focus stood, innermost place first; known after it is gone. */
const places = new WeakMap<Element, readonly Place[]>()

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'

function placesOf(element: Element, root: Element): readonly Place[] {
  const found: Place[] = []
  for (let at: Element | null = element; at !== null && at !== root; at = at.parentElement) {
    const around: Element | null = at.parentElement
    if (around !== null) found.push({ around, at: [...around.children].indexOf(at) })
  }
  return found
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled')) return false
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true
}

/** What the Tab key reaches in an element, itself included. */
export function stopsIn(element: Element): HTMLElement[] {
  const all = [element, ...element.querySelectorAll(STOPS)]
  return all.filter(
    (each) => each instanceof HTMLElement && each.matches(STOPS) && isStop(each),
  ) as HTMLElement[]
}

/** What stands in the place now, else what is nearest before it, else after it. */
function nearestStop({ around, at }: Place): HTMLElement | undefined {
  const children = [...around.children]
  const there = children[at]
  const inPlace = there === undefined ? undefined : stopsIn(there)[0]
  if (inPlace !== undefined) return inPlace
  const before = children.slice(0, at).flatMap(stopsIn).at(-1)
  return before ?? children.slice(at + 1).flatMap(stopsIn)[0]
}

/** Focuses what is next to where an element stood that is gone; says whether there is anything. */
export function focusNear(gone: Element): boolean {
  for (const place of places.get(gone) ?? []) {
    const next = place.around.isConnected ? nearestStop(place) : undefined
    if (next === undefined) continue
    next.focus()
    return true
  }
  return false
}

/**
 * Keeps the focus in a part of the page: when what has it is removed or disabled, its neighbour takes it, and keys go on
 * from there.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = root.current
    if (part === null) return undefined
    let last: Element | null = null
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element && part.contains(target) ? target : null
      if (last !== null) places.set(last, placesOf(last, part))
    }
    // Who presses beside everything wants the focus nowhere.
    const onPress = (): void => {
      last = null
    }
    const look = (): void => {
      if (last === null || (last.isConnected && !last.matches(':disabled'))) return
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body || activeElement === last) focusNear(last)
    }
    const observer = new MutationObserver(look)
    observer.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress, true)
    }
  }, [root])
}
