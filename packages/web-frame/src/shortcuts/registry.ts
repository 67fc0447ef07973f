import { create } from 'zustand'
import { isPageBlocked } from '../block/block-page.ts'
import { hasDialogInView } from '../dialog/dialog-store.ts'
import { useSettings } from '@qd/web-base'
import { matchesKeys, parseKeys } from './keys.ts'
import type { ParsedKeys } from './keys.ts'

export interface Shortcut {
  keys: string
  /** What it does, in the reader's language; without one the sheet does not list it. */
  label?: string
  /** Heading in the sheet; default: the whole console. */
  group?: string
  /** False: the press was not for this shortcut after all, and goes on. */
  run: (event: KeyboardEvent) => void | false
  /** Also while a dialog is open. */
  worksInDialogs?: boolean
  /** Not while the focus is in a text box, where the browser's own is the nearer one. */
  leavesTextBoxes?: boolean
  /** The browser never gets these keys, even when the shortcut cannot run now (S9.07). */
  isTaken?: boolean
}

interface Registered extends Shortcut {
  id: number
  parsed: ParsedKeys
}

/** Shortcuts that work in what is shown; the latest comes first. */
export const useShortcuts = create<{ shortcuts: readonly Registered[] }>()(() => ({ shortcuts: [] }))

const TEXT_BOX = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
const NOT_TYPED_IN = 'input[type="checkbox"], input[type="radio"], input[type="button"], input[type="submit"]'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(TEXT_BOX) && !target.matches(NOT_TYPED_IN)
}

/** A press of a bare character, which speech input and stray hands give easily (WCAG 2.1.4). */
export function isSingleKey(keys: ParsedKeys): boolean {
  return keys.key.length === 1 && !keys.hasMod && !keys.hasAlt
}

function mayRun(shortcut: Registered, event: KeyboardEvent): boolean {
  if (isPageBlocked()) return false
  if (hasDialogInView() && shortcut.worksInDialogs !== true) return false
  if (isSingleKey(shortcut.parsed) && !useSettings.getState().singleKeys) return false
  if (!isTyping(event.target)) return true
  return shortcut.parsed.hasMod && shortcut.leavesTextBoxes !== true
}

function onKeyDown(event: KeyboardEvent): void {
  // Keys of an input method, held keys, and what a part of the page has dealt with already.
  if (event.isComposing || event.defaultPrevented) return
  const matching = useShortcuts.getState().shortcuts.filter(({ parsed }) => matchesKeys(parsed, event))
  if (matching.some(({ isTaken }) => isTaken === true)) event.preventDefault()
  if (event.repeat) return
  for (const shortcut of matching) {
    if (!mayRun(shortcut, event) || shortcut.run(event) === false) continue
    event.preventDefault()
    return
  }
}

let lastId = 0

/** Makes shortcuts work until the returned function is called; on equal keys the latest one wins. */
export function registerShortcuts(given: readonly Shortcut[]): () => void {
  const added = given.map((shortcut) => ({ ...shortcut, id: ++lastId, parsed: parseKeys(shortcut.keys) }))
  const ids = new Set(added.map(({ id }) => id))
  if (useShortcuts.getState().shortcuts.length === 0) document.addEventListener('keydown', onKeyDown)
  useShortcuts.setState(({ shortcuts }) => ({ shortcuts: [...added, ...shortcuts] }))
  return () => {
    useShortcuts.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter(({ id }) => !ids.has(id)) }))
    if (useShortcuts.getState().shortcuts.length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}
