import { useKept } from '@qd/web-frame'
import type { CSSProperties } from 'react'

export const FONT_NAME_MAX = 60
/** Letters of any script, digits, spaces, hyphens: what names of fonts are made of, and nothing that ends a string in CSS. */
export const FONT_NAME = /^[\p{L}\p{N} _-]*$/u

/** The font keys and values are written in, kept with the account; empty: the console's own. */
export function useOwnFont(): [string, (name: string) => void] {
  const [kept, keep] = useKept<unknown>('redis.font', '')
  const isName = typeof kept === 'string' && kept.length <= FONT_NAME_MAX && FONT_NAME.test(kept)
  return [isName ? kept : '', keep]
}

/** For what holds keys and values; a font this computer does not have is passed over. */
export function fontStyle(name: string): CSSProperties | undefined {
  if (name === '') return undefined
  return { '--qd-mono': `"${name}", 'JetBrains Mono Variable', ui-monospace, monospace` } as CSSProperties
}
