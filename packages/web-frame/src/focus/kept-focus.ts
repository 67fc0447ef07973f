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

/** Of a group of radios the Tab key reaches the checked one alone. */
function isPassedOver(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false
  const checked = document.querySelectorAll<HTMLInputElement>('input[type="radio"]:checked:enabled')
  const { name, form } = element
  return name !== '' && [...checked].some((each) => each.name === name && each.form === form)
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled') || isPassedOver(element)) return false
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

/** A key that is held down was meant for what is gone: what has the focus now hears the next press. */
function endHeldKey(): void {
  const onKey = (event: KeyboardEvent): void => {
    if (!event.repeat) return document.removeEventListener('keydown', onKey, true)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('keydown', onKey, true)
}

/** Focuses what is next to where an element stood that is gone; says whether there is anything. */
export function focusNear(gone: Element): boolean {
  for (const place of places.get(gone) ?? []) {
    const next = place.around.isConnected ? nearestStop(place) : undefined
    if (next === undefined) continue
    next.focus()
    endHeldKey()
    return true
  }
  return false
}

/**
 * Keeps the focus in a part of the page: when what has it is removed or disabled, its neighbour takes it, and keys go on
 * from there. Who pressed by mouse or finger has no use for that: on a phone, a field would open its keyboard.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = root.current
    if (part === null) return undefined
    let last: Element | null = null
    let isByKey = true
    const onFocus = ({ target }: FocusEvent): void => {
      last = target instanceof Element && part.contains(target) ? target : null
      if (last !== null) places.set(last, placesOf(last, part))
    }
    // Who presses beside everything wants the focus nowhere.
    const onPress = (): void => {
      last = null
      isByKey = false
    }
    const onKey = (): void => {
      isByKey = true
    }
    const look = (): void => {
      if (last === null || (last.isConnected && !last.matches(':disabled'))) return
      const gone = last
      if (!isByKey) last = null
      const { activeElement } = document
      const isLost = activeElement === null || activeElement === document.body || activeElement === gone
      if (isByKey && isLost) focusNear(gone)
    }
    const observer = new MutationObserver(look)
    observer.observe(part, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress, true)
    document.addEventListener('keydown', onKey, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress, true)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [root])
}
