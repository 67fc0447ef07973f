/** A shortcut as written: `mod+k`, `shift+?`, `/`, `mod+enter`; `mod` is ctrl or cmd. */
export interface ParsedKeys {
  /** `event.key`, lower case. */
  key: string
  hasMod: boolean
  hasShift: boolean
  hasAlt: boolean
}

const NAMES: Record<string, string> = { esc: 'escape', space: ' ', plus: '+' }
const MODIFIERS = ['mod', 'shift', 'alt']

export function parseKeys(keys: string): ParsedKeys {
  const parts = keys.toLowerCase().split('+')
  const key = parts.findLast((part) => !MODIFIERS.includes(part)) ?? ''
  return {
    key: NAMES[key] ?? key,
    hasMod: parts.includes('mod'),
    hasShift: parts.includes('shift'),
    hasAlt: parts.includes('alt'),
  }
}

/** What a key press is compared with. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Whether a key press is this shortcut. Letters also match by their place on the keyboard, so that they work
 * while another script (Russian, Ukrainian) is switched on; signs such as `?` need shift on some layouts and not on
 * others, so shift is not looked at.
 */
export function matchesKeys(keys: ParsedKeys, press: KeyPress): boolean {
  if ((press.ctrlKey || press.metaKey) !== keys.hasMod || press.altKey !== keys.hasAlt) return false
  const isLetter = /^[a-z]$/.test(keys.key)
  const isSign = keys.key.length === 1 && !isLetter
  if (!isSign && press.shiftKey !== keys.hasShift) return false
  const pressed = press.key.toLowerCase()
  if (pressed === keys.key) return true
  const isOtherScript = isLetter && pressed.length === 1 && pressed > '\u007F'
  return isOtherScript && press.code === `Key${keys.key.toUpperCase()}`
}

const isMac = () => typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)

const SHOWN: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  esc: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  shift: '⇧',
}

/** The keys as they are written on the keyboard in front of the operator: `Ctrl`, `K`. */
export function keyNames(keys: string): string[] {
  return keys.split('+').map((part) => {
    const name = part.toLowerCase()
    if (name === 'mod') return isMac() ? '⌘' : 'Ctrl'
    if (name === 'alt') return isMac() ? '⌥' : 'Alt'
    return SHOWN[name] ?? (part.length === 1 ? part.toUpperCase() : part)
  })
}
